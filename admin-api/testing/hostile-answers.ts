import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { closeServer } from '../platform/http/listen.ts'

/** Starts a server until the test ends. @returns its origin */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await closeServer(server)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const megabyte = Buffer.alloc(1024 * 1024, ' ')
// Members of a gzip file are unpacked one after the other.
const bomb = Buffer.concat(Array<Buffer>(64).fill(gzipSync(megabyte)))

type MakeListener = (parts: { type: string; inside: string }) => RequestListener

/** Answers of a source that has been taken over: of the media type `type`; `inside` is an origin it must not reach. */
export const hostileAnswers: [what: string, makeListener: MakeListener][] = [
  [
    'a small file that unpacks to 64 MB',
    ({ type }) =>
      (_request, response) =>
        response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb)
  ],
  [
    'an answer without an end',
    ({ type }) =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': type })
        const send = () => {
          while (!response.destroyed && response.write(megabyte)) {}
        }
        response.on('drain', send)
        send()
      }
  ],
  [
    'an answer that drips',
    () => (_request, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
  ],
  [
    'a redirect to an address inside',
    ({ inside }) =>
      (_request, response) =>
        response.writeHead(302, { location: `${inside}/latest/meta-data` }).end()
  ]
]
