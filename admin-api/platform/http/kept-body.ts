import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compress = promisify(gzip)

/** An answer in the forms it is sent in. */
export type KeptBody = { etag: string; plain: Buffer; packed: Buffer }

export async function encodeBody(text: string): Promise<KeptBody> {
  const plain = Buffer.from(text)
  // Weak, because it stands for the packed form too.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  return { etag, plain, packed: await compress(plain) }
}

/** 304 without a body where the caller has this answer already. */
export function sendKeptBody(
  request: Request,
  response: Response,
  { etag, plain, packed }: KeptBody,
  headers: Record<string, string>
): void {
  response.set({ ...headers, ETag: etag }).vary('Accept-Encoding')
  if (request.fresh) {
    response.removeHeader('Content-Type')
    return void response.status(304).end()
  }
  const isPacked = request.acceptsEncodings('gzip') !== false
  if (isPacked) response.set('Content-Encoding', 'gzip')
  const body = isPacked ? packed : plain
  response.set('Content-Length', String(body.length)).end(body)
}
