import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse
} from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import { networkOf } from './client-address.ts'

const closeTimeoutMs = 5000
/** A restore that has begun is finished anyway. The systemd unit kills the service after 60 s. */
const longestAnswerMs = 45_000
/** Time for a client to send a request, and to accept more of its response. */
const clientTimeoutMs = 15_000
/** A backup of 60 MB at 1 Mbit/s takes eight minutes. */
const transferTimeoutMs = 10 * 60_000
const maxCheckIntervalMs = 5000
/** Requests that a connection may send before the response to an earlier one is sent; browsers send none. */
const maxWaitingRequests = 8

export type ListenOptions = {
  host: string
  port: number
  /** Further connections are closed at once. */
  maxConnections: number
  /** Further connections of one network are closed at once; null or undefined: no limit. */
  maxConnectionsPerAddress?: number | null
  /** Client timeout in milliseconds, for tests. */
  patienceMs?: number
}

/** @throws Error with one sentence if the port is in use or the host is not of this machine */
export async function listen(
  app: Express,
  { host, port, maxConnections, maxConnectionsPerAddress, patienceMs = clientTimeoutMs }: ListenOptions
): Promise<{ server: Server; url: string }> {
  // Node checks the timeouts of requests at this interval, by default every 30 seconds.
  const connectionsCheckingInterval = Math.min(Math.ceil(patienceMs / 3), maxCheckIntervalMs)
  const server = createServer({ connectionsCheckingInterval }, answerInTurn(app))
  server.maxConnections = maxConnections
  if (maxConnectionsPerAddress != null) limitConnectionsPerAddress(server, maxConnectionsPerAddress)
  disconnectSlowClients(server, patienceMs)
  watchConnections(server)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = refusals(host, port)[code]
    throw sentence === undefined ? error : new Error(sentence, { cause: error })
  }
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return { server, url: `http://${formatHost(host)}:${actualPort}` }
}

/**
 * Handles the requests of a connection one at a time, so that a client that sends thousands at once has one response in
 * memory. A connection with more than a few waiting requests is closed.
 */
function answerInTurn(answer: RequestListener): RequestListener {
  const waitingOn = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const begin = () => {
      response.once('close', () => {
        const next = waitingOn.get(socket)?.shift()
        if (next !== undefined) next()
        else waitingOn.delete(socket)
      })
      answer(request, response)
    }
    const waiting = waitingOn.get(socket)
    if (waiting === undefined) {
      waitingOn.set(socket, [])
      begin()
    } else if (waiting.length < maxWaitingRequests) waiting.push(begin)
    else socket.destroy()
  }
}

/**
 * Stops a server behind a proxy without a failed request: from now on each connection closes after its response, so that
 * the proxy opens its next one elsewhere, and the listener closes once the proxy has noticed.
 */
export async function closeGradually(server: Server, noticed: Promise<unknown>): Promise<void> {
  drain(server)
  await noticed
  await closeServer(server)
}

const draining = new WeakSet<Server>()

/** Closes each connection after its response. */
function drain(server: Server): void {
  draining.add(server)
  for (const socket of socketsOf.get(server) ?? []) pendingOn.get(socket)?.forEach(closeAfter)
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
  else response.once('finish', () => response.socket?.end())
}

/**
 * Accepts no more requests. Clients have a few seconds to finish sending and receiving, and the service has 45 for
 * its responses.
 */
export async function closeServer(server: Server): Promise<void> {
  drain(server)
  const timers = [
    setTimeout(() => closeClients(server), closeTimeoutMs),
    setTimeout(() => server.closeAllConnections(), longestAnswerMs)
  ]
  await new Promise((resolve) => server.close(resolve))
  for (const timer of timers) clearTimeout(timer)
}

const socketsOf = new WeakMap<Server, Set<Socket>>()
/** Responses that are not sent completely, by connection. */
const pendingOn = new WeakMap<Socket, Set<ServerResponse>>()

function watchConnections(server: Server): void {
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const pending = pendingOn.get(socket) ?? new Set()
    pendingOn.set(socket, pending.add(response))
    response.once('close', () => pending.delete(response))
    if (draining.has(server)) closeAfter(response)
  })
}

/** Closes connections without a complete request that waits for its response. */
function closeClients(server: Server): void {
  for (const socket of socketsOf.get(server) ?? []) {
    const pending = [...(pendingOn.get(socket) ?? [])]
    if (!pending.some(({ req, headersSent }) => req.complete && !headersSent)) socket.destroy()
  }
}

function limitConnectionsPerAddress(server: Server, most: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (count > most) socket.destroy()
  })
}

/** Why the server can't listen, by the system's error code, with the variable to change. */
function refusals(host: string, port: number): Record<string, string> {
  const noAddress = `HOST ${host} is not an address of this machine; set HOST to 127.0.0.1, to 0.0.0.0 or to one of its addresses.`
  return {
    EADDRINUSE: `port ${port} is in use; stop what runs there or set PORT to another one.`,
    EACCES: `this user may not listen on port ${port}; set PORT to 1024 or more.`,
    EADDRNOTAVAIL: noAddress,
    EINVAL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress
  }
}

function formatHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const uploadTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes connections of clients that do not send their whole request in time, or accept nothing of the response. Time
 * that the service itself needs does not count.
 */
function disconnectSlowClients(server: Server, timeoutMs: number): void {
  server.headersTimeout = timeoutMs
  server.requestTimeout = transferTimeoutMs
  server.setTimeout(timeoutMs, (socket) => {
    const isOurTurn = (pendingOn.get(socket)?.size ?? 0) > 0 && socket.writableLength === 0
    if (!isOurTurn) socket.destroy()
  })
  server.prependListener('request', (request: IncomingMessage) => {
    if (hasBody(request)) disconnectUnlessSent(request, timeoutMs)
  })
  // A reader that accepts a byte now and then is never idle.
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const timer = setTimeout(() => socket.destroy(), transferTimeoutMs).unref()
    response.once('close', () => clearTimeout(timer))
  })
}

function disconnectUnlessSent(request: IncomingMessage, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, timeoutMs).unref()
  uploadTimers.set(request, timer)
  request.once('close', () => {
    if (request.complete) clearTimeout(timer)
  })
}

/** Gives the request time for a large upload; for the operator only. */
export function allowLongUpload(request: IncomingMessage): void {
  clearTimeout(uploadTimers.get(request))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
