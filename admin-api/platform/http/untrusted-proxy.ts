import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { isBehindUnnamedProxy } from './client-address.ts'

const reason =
  'Calls come through a proxy that TRUST_PROXY does not name, so all visitors look like one and limits by address ' +
  'are off. Set TRUST_PROXY to the number of proxies in front, usually 1, and start again.'

export type ProxyWatch = {
  watch: RequestHandler
  /** What the operator should set right; null while nothing is wrong. */
  findFault: () => string | null
}

/** Notices a proxy in front that nobody named, and logs that once. */
export function createProxyWatch(log: Logger): ProxyWatch {
  let hasSeenOne = false
  return {
    watch: (request, _response, next) => {
      if (!hasSeenOne && isBehindUnnamedProxy(request)) {
        hasSeenOne = true
        log.warn(reason)
      }
      next()
    },
    findFault: () => (hasSeenOne ? reason : null)
  }
}
