import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type LoadBalancer = {
  url: string
  /** Sends a request, each time as another visitor, because the calls of one are limited. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  stop: () => Promise<void>
}

/** Sends each request to the next instance in turn, or to the one after it if the connection is refused. */
export async function balanceLoad(instances: readonly string[]): Promise<LoadBalancer> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = turn++
    const send = (attempt: number) => {
      const instance = instances[(first + attempt) % instances.length]
      const { method, headers } = incoming
      const forwarded = request(`${instance}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', (error: NodeJS.ErrnoException) => {
        // Other failed requests are not retried, because the instance may have processed them.
        if (error.code === 'ECONNREFUSED' && attempt + 1 < instances.length) send(attempt + 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      forwarded.end(body)
    }
    send(0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let visitors = 0
  return {
    url,
    request: (path, init = {}) => {
      visitors += 1
      const visitor = `10.${Math.floor(visitors / 60_000)}.${Math.floor(visitors / 250) % 250}.${(visitors % 250) + 1}`
      return fetch(url + path, { ...init, headers: { 'x-forwarded-for': visitor, ...init.headers } })
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
