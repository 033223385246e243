import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { closeServer } from '../platform/http/listen.ts'

/** A browser with its push service: receives messages at an endpoint of its own and decrypts them. */
export type PushBrowser = {
  /** 'host:port' of the push service. */
  host: string
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** Decrypted messages in the order of their arrival. */
  received: unknown[]
  /** The Authorization header of each request. */
  authorizations: string[]
  /** Status of the following answers, and of those at single endpoints. */
  status: number
  statusAt: Map<string, number>
  close: () => Promise<void>
}

export async function startPushBrowser(): Promise<PushBrowser> {
  const keyPair = createECDH('prime256v1')
  keyPair.generateKeys()
  const auth = randomBytes(16)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      browser.authorizations.push(request.headers.authorization ?? '')
      const status = browser.statusAt.get(`http://${host}${request.url}`) ?? browser.status
      if (status === 201) browser.received.push(JSON.parse(decrypt(Buffer.concat(chunks), keyPair, auth)))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const browser: PushBrowser = {
    host,
    endpoint: `http://${host}/push/1`,
    keys: { p256dh: keyPair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    received: [],
    authorizations: [],
    status: 201,
    statusAt: new Map(),
    close: async () => {
      server.closeAllConnections()
      await closeServer(server)
    }
  }
  return browser
}

/** Message encryption for Web Push, RFC 8291, with the content encoding aes128gcm of RFC 8188. */
function decrypt(body: Buffer, keyPair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const encrypted = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keyPair.getPublicKey(), senderKey])
  const secret = derive(keyPair.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  // The last record ends with the delimiter 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
