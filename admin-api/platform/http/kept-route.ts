import type { Router } from 'express'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createKeptAnswer, type KeptAnswer } from './kept-answer.ts'
import { encodeBody, type KeptBody, sendKeptBody } from './kept-body.ts'
import { readInput } from './route.ts'

export type KeepingOptions = {
  /** How long any cache may keep the answer. */
  cacheSeconds: number
  /** The answer is read anew when this is another one. */
  readStamp: () => Promise<number>
}

/**
 * Like route(), for a public GET that is dear to answer: each answer is kept, encoded, until its figures change. One
 * is kept for each input, so the contract must allow only a few.
 * @throws RangeError for any other endpoint.
 */
export function keptRoute<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  router: Router,
  endpoint: Endpoint<Input, Output>,
  read: (input: z.output<Input>) => Promise<z.output<Output>>,
  { cacheSeconds, readStamp }: KeepingOptions
): void {
  if (endpoint.method !== 'GET' || endpoint.access !== 'public')
    throw new RangeError(`keptRoute needs a public GET, got ${endpoint.method} ${endpoint.path}`)
  const keptOf = new Map<string, KeptAnswer<KeptBody>>()

  function findKept(input: z.output<Input>): KeptAnswer<KeptBody> {
    const key = JSON.stringify(input)
    const kept =
      keptOf.get(key) ??
      createKeptAnswer(async () => encodeBody(JSON.stringify(await read(input))), readStamp)
    keptOf.set(key, kept)
    return kept
  }

  router.get(endpoint.path, async (request, response) => {
    const body = await findKept(readInput(endpoint, request)).read()
    sendKeptBody(request, response, body, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${cacheSeconds}`
    })
  })
}
