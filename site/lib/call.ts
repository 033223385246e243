import type * as z from 'zod/mini'
import type { CallOptions, CallResult } from './call-endpoint.ts'
import type { PublicEndpoints } from './public-endpoints.ts'

const unloaded = 'Please check your connection and try again.'

/**
 * Calls a public endpoint, named by method and path. Unlike callEndpoint() it needs no schemas, which would be most of
 * our script size, and it loads the sending code on the first call, because pages make no call before their visitor
 * acts. Never throws.
 */
export async function call<Name extends keyof PublicEndpoints>(
  name: Name,
  input: z.input<PublicEndpoints[Name]['input']>,
  options?: CallOptions
): Promise<CallResult<z.output<PublicEndpoints[Name]['output']>>> {
  const sending = await import('./call-endpoint.ts').catch(() => null)
  if (sending === null) return { ok: false, status: 0, message: unloaded, from: 'page' }
  const [method, path] = name.split(' ') as [PublicEndpoints[Name]['method'], PublicEndpoints[Name]['path']]
  const check = async (answer: unknown) => (await import('./public-endpoints.ts')).checkAnswer(name, answer)
  return sending.send({ method, path }, input, check, options)
}
