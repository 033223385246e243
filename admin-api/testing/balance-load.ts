import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type LoadBalancer = { url: string; stop: () => Promise<void> }

/** Hands each request to the next node in turn, and to the one after it where that takes no connection. */
export async function balanceLoad(nodes: readonly string[]): Promise<LoadBalancer> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = turn++
    const hand = (tried: number) => {
      const node = nodes[(first + tried) % nodes.length]
      const { method, headers } = incoming
      const handed = ask(`${node}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      handed.on('error', (error: NodeJS.ErrnoException) => {
        // What a node took and died over is not sent to another: it may have been done.
        if (error.code === 'ECONNREFUSED' && tried + 1 < nodes.length) hand(tried + 1)
        else if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      })
      handed.end(body)
    }
    hand(0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
