import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'

const header = 'X-Request-Id'
/** Nothing that could end a line of the log, or fill it. */
const plainId = /^[\w.-]{1,64}$/

const idOfCall = new AsyncLocalStorage<string>()

/**
 * Gives each call an id, which its answer carries and each line that is logged for it. A trusted proxy may bring its
 * own, so that both logs have the same.
 */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const id = readGivenId(request) ?? randomUUID().slice(0, 13)
  response.set(header, id)
  idOfCall.run(id, next)
}

/** The id of the call that is being answered; null outside of one. */
export function currentRequestId(): string | null {
  return idOfCall.getStore() ?? null
}

/** What pino adds to each line (`mixin`). */
export function nameRequest(): { requestId?: string } {
  const requestId = idOfCall.getStore()
  return requestId === undefined ? {} : { requestId }
}

function readGivenId(request: Request): string | null {
  const given = request.get(header)
  if (given === undefined || !plainId.test(given)) return null
  const isTrusted: (address: string | undefined, hop: number) => boolean = request.app.get('trust proxy fn')
  return isTrusted(request.socket.remoteAddress, 0) ? given : null
}
