import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** So long a caller may take for a request, or leave what it is sent untouched. */
const usualPatienceMs = 15_000
/** A backup of 60 MB at 1 Mbit/s takes eight minutes. */
const longestUploadMs = 10 * 60_000
const longestCheckMs = 5_000

const cutOf = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Cuts whom we would wait for in vain, or who makes us wait on purpose: who has not sent the whole request in time, and
 * who takes nothing of the answer. What the service itself needs long for is waited for.
 */
export function cutSlowClients(server: Server, patienceMs: number = usualPatienceMs): void {
  const answering = new WeakMap<Socket, number>()
  server.headersTimeout = patienceMs
  server.requestTimeout = longestUploadMs
  server.setTimeout(patienceMs, (socket) => {
    const isOurTurn = (answering.get(socket) ?? 0) > 0 && socket.writableLength === 0
    if (!isOurTurn) socket.destroy()
  })
  server.prependListener('request', (request: IncomingMessage, response) => {
    const { socket } = request
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    response.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1))
    if (hasBody(request)) cutUnlessSent(request, patienceMs)
  })
}

/** How often Node looks at the times of requests under way; by itself only twice a minute. */
export function checkEveryMs(patienceMs: number = usualPatienceMs): number {
  return Math.min(Math.ceil(patienceMs / 3), longestCheckMs)
}

/** For the operator, once known: a large file on a slow line. */
export function allowLongUpload(request: IncomingMessage): void {
  clearTimeout(cutOf.get(request))
}

function cutUnlessSent(request: IncomingMessage, patienceMs: number): void {
  const cut = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, patienceMs).unref()
  cutOf.set(request, cut)
  request.once('close', () => {
    if (request.complete) clearTimeout(cut)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
