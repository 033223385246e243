import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import type { SentErrorCode } from '../../admin-api/contract/errors.ts'
import { adminMarker, contractVersionHeader, idempotencyKey } from '../../admin-api/contract/headers.ts'

/** `server`: the message is from the server. `page`: no readable answer arrived; status 0 means no answer at all. */
export type CallFailure = {
  ok: false
  status: number
  message: string
  from: 'server' | 'page'
  code?: z.output<typeof SentErrorCode> | undefined
  /** Stored version that the write would have overwritten; not validated. */
  current?: unknown
}
export type CallResult<Value> = { ok: true; value: Value } | CallFailure

export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  /** Sends no cookie. */
  isAnonymous?: boolean
}

type RequestParts = Pick<Endpoint<z.ZodMiniType, z.ZodMiniType>, 'method' | 'path' | 'query'> & {
  headers?: Record<string, string>
}

const defaultTimeoutMs = 15_000
const unreachable = 'The server could not be reached. Please check your connection and try again.'
const tooSlow = 'The server took too long to answer. Please try again.'
const unreadable = 'The server gave an answer this page cannot read. Please try again later.'

export type EndpointCallOptions = CallOptions & {
  /** Same key for every attempt of a call that must take effect only once. */
  idempotencyKey?: string
}

/** Calls an endpoint by its schemas: input that breaks the contract is not sent, and fails with the first broken rule. */
export async function callEndpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  { idempotencyKey: key, ...options }: EndpointCallOptions = {}
): Promise<CallResult<z.output<Output>>> {
  const checked = endpoint.input.safeParse(input)
  if (!checked.success) return failed(0, checked.error.issues[0]?.message ?? 'This request is not complete.')
  const headers = {
    ...(endpoint.access === 'admin' && { [adminMarker.name]: adminMarker.value }),
    ...(key !== undefined && { [idempotencyKey.header]: key })
  }
  const check = (answer: unknown) => endpoint.output.safeParse(answer).data
  return send({ ...endpoint, headers }, checked.data, check, options)
}

/**
 * Sends a request and reads its JSON answer. Never throws.
 * @param check validates answers of a server with another contract version than this page; others are trusted
 */
export async function send<Value>(
  request: RequestParts,
  input: unknown,
  check: (answer: unknown) => unknown,
  { signal, timeoutMs = defaultTimeoutMs, isAnonymous = false }: CallOptions = {}
): Promise<CallResult<Value>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  try {
    const [address, init] = toFetch(request, input, either)
    const response = await fetch(address, isAnonymous ? { ...init, credentials: 'omit' } : init)
    const { ok, status } = response
    // An aborted response is reported as too slow or unreachable, not as invalid JSON.
    const body = await response.json().catch((error: unknown) => {
      if (either.aborted) throw error
      return undefined
    })
    const version = response.headers.get(contractVersionHeader)
    const isTrusted = version === null || version === import.meta.env.CONTRACT_VERSION
    const value = !ok || isTrusted ? body : await check(body)
    if (ok && value !== undefined) return { ok, value }
    if (ok || typeof body?.message !== 'string') return failed(status, unreadable)
    return { ok, status, message: body.message, code: body.code, current: body.current, from: 'server' }
  } catch {
    return failed(0, timeout.aborted ? tooSlow : unreachable)
  }
}

/** Puts each input where the endpoint expects it: in the path, the query, or the JSON body. */
function toFetch(
  { method, path, query, headers }: RequestParts,
  input: unknown,
  signal: AbortSignal
): [string, RequestInit] {
  const rest: Record<string, unknown> = { ...(input ?? {}) }
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (method !== 'GET' && query?.includes(name) !== true) continue
    delete rest[name]
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const address = search.size === 0 ? filled : `${filled}?${search}`
  const accepted = { accept: 'application/json', ...headers }
  if (method === 'GET') return [address, { method, headers: accepted, signal }]
  const sent = { ...accepted, 'content-type': 'application/json' }
  return [address, { method, headers: sent, signal, body: JSON.stringify(rest) }]
}

/** Failure detected by the page, not reported by the server. */
function failed(status: number, message: string): CallFailure {
  return { ok: false, status, message, from: 'page' }
}
