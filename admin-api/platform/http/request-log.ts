import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'

const idHeader = 'X-Request-Id'
/** Short and on one line, so that it can't break or fill the log. */
const acceptedId = /^[\w.-]{1,64}$/

const requestIds = new AsyncLocalStorage<string>()

/** Gives each request an id, for its response and its log lines. A trusted proxy may provide the id. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const id = readProxyId(request) ?? randomUUID().slice(0, 13)
  response.set(idHeader, id)
  requestIds.run(id, next)
}

/** Returns the id of the current request, or null outside of one. */
export function currentRequestId(): string | null {
  return requestIds.getStore() ?? null
}

/** Pino mixin that adds the id of the current request to each line. */
export function requestIdMixin(): { requestId?: string } {
  const requestId = requestIds.getStore()
  return requestId === undefined ? {} : { requestId }
}

function readProxyId(request: Request): string | null {
  const id = request.get(idHeader)
  if (id === undefined || !acceptedId.test(id)) return null
  const isTrusted: (address: string | undefined, hop: number) => boolean = request.app.get('trust proxy fn')
  return isTrusted(request.socket.remoteAddress, 0) ? id : null
}

/** Metric label of responses without a route. */
type FileKind = 'page' | 'file'
/** Metric label of unknown addresses and of requests rejected before their route. */
const unknownRoute = 'other'

const fileKinds = new WeakMap<Response, FileKind>()

/** Labels the response in metrics. Paths of the site are no labels, because their number is unlimited. */
export function markSent(response: Response, kind: FileKind): void {
  fileKinds.set(response, kind)
}

/** Measures each request by route, method and status, and logs it at `info` without addresses, cookies or headers. */
export function watchRequests(log: Logger, registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'doubloon_http_request_duration_seconds',
    help: 'Duration of calls from their first byte to the last of the response, by route, method and status.',
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
      // Load balancers probe every few seconds.
      const level = request.path.startsWith('/api/ready') ? 'debug' : 'info'
      if (isLogging)
        log[level](
          { requestId, method, url: hideHoldings(request.originalUrl), status, milliseconds },
          'request'
        )
    })
    next()
  }
}

/** The symbols that somebody holds aren't logged. */
function hideHoldings(url: string): string {
  return url.startsWith('/data/closes') ? '/data/closes' : url
}

/** Returns the path as the contract has it, with :names for its variable parts. */
function routeOf(request: Request, response: Response): string {
  const path: unknown = request.route?.path
  return typeof path === 'string' ? path : (fileKinds.get(response) ?? unknownRoute)
}
