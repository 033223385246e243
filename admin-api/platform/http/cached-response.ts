import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response, Router } from 'express'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { readInput } from './route.ts'
import { addressChangeOf } from './visited-address.ts'

export type CachedValue<Value> = { read: () => Promise<Value>; forget: () => void }

/**
 * Caches a value for as long as `readStamp` returns the same number: a count of changes to its sources, or a time slot.
 * The stamp is read before the value, so that a change during the read causes one read too many, never a stale value.
 */
export function createCachedValue<Value>(
  read: () => Promise<Value>,
  readStamp: () => number | Promise<number>
): CachedValue<Value> {
  let cached: { value: Promise<Value>; stamp: number } | null = null

  async function readCached(): Promise<Value> {
    const stamp = await readStamp()
    if (cached?.stamp === stamp) return cached.value
    const fresh = { value: read(), stamp }
    cached = fresh
    try {
      return await fresh.value
    } catch (error) {
      if (cached === fresh) cached = null
      throw error
    }
  }

  return { read: readCached, forget: () => (cached = null) }
}

/** Stamp that changes at a fixed interval, whatever happens to the wall clock. */
export function timeSlots(
  seconds: number,
  monotonicNow: () => number = () => performance.now()
): () => number {
  return () => Math.floor(monotonicNow() / (seconds * 1000))
}

export type CachedBody = { etag: string; plain: Buffer; gzipped: Buffer }

const compress = promisify(gzip)

export async function encodeBody(text: string): Promise<CachedBody> {
  const plain = Buffer.from(text)
  // A weak tag, because it stands for both encodings.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  return { etag, plain, gzipped: await compress(plain) }
}

/** Sends the body, or status 304 if the caller already has it. */
export function sendCachedBody(
  request: Request,
  response: Response,
  { etag, plain, gzipped }: CachedBody,
  headers: Record<string, string>
): void {
  const change = addressChangeOf(response)
  if (change !== undefined) return void response.set(headers).send(change.apply(plain))
  response.set({ ...headers, ETag: etag }).vary('Accept-Encoding')
  if (request.fresh) {
    response.removeHeader('Content-Type')
    return void response.status(304).end()
  }
  const isGzipped = request.acceptsEncodings('gzip') !== false
  if (isGzipped) response.set('Content-Encoding', 'gzip')
  const body = isGzipped ? gzipped : plain
  response.set('Content-Length', String(body.length)).end(body)
}

/**
 * Like route(), for a public GET with a costly response. One encoded body per input is cached until the stamp changes,
 * so the contract must allow only a few inputs.
 * @throws RangeError for any other endpoint
 */
export function cachedRoute<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  router: Router,
  endpoint: Endpoint<Input, Output>,
  read: (input: z.output<Input>) => Promise<z.output<Output>>,
  { cacheSeconds, readStamp }: { cacheSeconds: number; readStamp: () => Promise<number> }
): void {
  if (endpoint.method !== 'GET' || endpoint.access !== 'public')
    throw new RangeError(`cachedRoute needs a public GET, got ${endpoint.method} ${endpoint.path}`)
  const bodies = new Map<string, CachedValue<CachedBody>>()

  function findBody(input: z.output<Input>): CachedValue<CachedBody> {
    const key = JSON.stringify(input)
    const body =
      bodies.get(key) ??
      createCachedValue(async () => encodeBody(JSON.stringify(await read(input))), readStamp)
    bodies.set(key, body)
    return body
  }

  router.get(endpoint.path, async (request, response) => {
    const body = await findBody(readInput(endpoint, request)).read()
    sendCachedBody(request, response, body, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${cacheSeconds}`
    })
  })
}
