import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'
import { currentRequestId } from './request-id.ts'

/** What is sent of the site has no route; `other` is what nobody knows, and all that is refused before it meets its route. */
export type SentKind = 'page' | 'file'
const unknownRoute = 'other'

const kinds = new WeakMap<Response, SentKind>()

/** Says what is being sent, for the count of requests: an address of the site is never a label, as there is no end of them. */
export function markSent(response: Response, kind: SentKind): void {
  kinds.set(response, kind)
}

/**
 * Counts and times each answer by route, method and status, and logs it at `info`: without addresses, cookies and
 * other headers, because a log is kept longer and read by more people than it should.
 */
export function watchRequests(log: Logger, registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'doubloon_http_request_duration_seconds',
    help: 'How long calls took from their first byte to the last of their answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry]
  })
  const isLogging = log.isLevelEnabled('info')
  return (request, response, next) => {
    const startedAt = performance.now()
    const requestId = currentRequestId()
    response.once('finish', () => {
      const milliseconds = performance.now() - startedAt
      const { method } = request
      const status = response.statusCode
      durations.observe({ route: routeOf(request, response), method, status }, milliseconds / 1000)
      if (isLogging)
        log.info({ requestId, method, url: request.originalUrl, status, milliseconds }, 'request')
    })
    next()
  }
}

/** As the contract has it, with :names for what differs. */
function routeOf(request: Request, response: Response): string {
  const path: unknown = request.route?.path
  return typeof path === 'string' ? path : (kinds.get(response) ?? unknownRoute)
}
