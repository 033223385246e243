import type * as z from 'zod/mini'
import { adminMarker } from '../../admin-api/contract/admin-marker.ts'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { ErrorBody, type SentErrorCode } from '../../admin-api/contract/errors.ts'
import { idempotencyKey } from '../../admin-api/contract/idempotency-key.ts'
import './no-eval.ts'

/**
 * A refusal is a value. `from` says whether the sentence is the server's own, or this page's because no readable
 * answer came; status 0 means that nothing came back at all.
 */
export type CallFailure = {
  ok: false
  status: number
  message: string
  from: 'server' | 'page'
  /** Only for refusals that a page acts on. */
  code?: z.output<typeof SentErrorCode> | undefined
  /** What the server has, where the call would have written over it unseen; not checked. */
  current?: unknown
}
export type CallResult<Value> = { ok: true; value: Value } | CallFailure

export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  /** The same for each try of a call that must have its effect only once. */
  idempotencyKey?: string
}

const defaultTimeoutMs = 15_000
const unreachable = 'The server could not be reached. Please check your connection and try again.'
const tooSlow = 'The server took too long to answer. Please try again.'
const unreadable = 'The server gave an answer this page cannot read. Please try again later.'

/** Calls one endpoint of the contract with checked input, and checks what comes back. Never throws. */
export async function call<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  options: CallOptions = {}
): Promise<CallResult<z.output<Output>>> {
  const checked = endpoint.input.safeParse(input)
  if (!checked.success) return failed(0, checked.error.issues[0]?.message ?? 'This request is not complete.')

  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
  let response: Response
  let body: unknown
  try {
    response = await fetch(...requestFor(endpoint, checked.data, signal, options.idempotencyKey))
    body = await response.json().catch((error: unknown) => {
      if (signal.aborted) throw error
      return undefined
    })
  } catch {
    return failed(0, timeout.aborted ? tooSlow : unreachable)
  }

  if (!response.ok) {
    const refusal = ErrorBody.safeParse(body)
    if (!refusal.success) return failed(response.status, unreadable)
    return { ok: false, status: response.status, ...refusal.data, from: 'server' }
  }
  const answer = endpoint.output.safeParse(body)
  return answer.success ? { ok: true, value: answer.data } : failed(response.status, unreadable)
}

type Values = Record<string, unknown>

/** Each input goes where the endpoint says: into the path, the query, or the JSON body. */
function requestFor(
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType>,
  input: unknown,
  signal: AbortSignal,
  key: string | undefined
): [string, RequestInit] {
  const { method } = endpoint
  const values: Values = { ...(input ?? {}) }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_part, name: string) => {
    const value = values[name]
    delete values[name]
    return encodeURIComponent(String(value))
  })
  const isAsked = (name: string) => method === 'GET' || endpoint.query?.includes(name) === true
  const [asked, sent] = split(values, isAsked)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (endpoint.access === 'admin') headers[adminMarker.name] = adminMarker.value
  if (key !== undefined) headers[idempotencyKey.header] = key
  const request = { method, headers, signal }
  if (method === 'GET') return [path + queryOf(asked), request]
  headers['content-type'] = 'application/json'
  return [path + queryOf(asked), { ...request, body: JSON.stringify(sent) }]
}

function split(values: Values, isFirst: (name: string) => boolean): [Values, Values] {
  const entries = Object.entries(values)
  return [
    Object.fromEntries(entries.filter(([name]) => isFirst(name))),
    Object.fromEntries(entries.filter(([name]) => !isFirst(name)))
  ]
}

function queryOf(values: Values): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

function failed(status: number, message: string): CallFailure {
  return { ok: false, status, message, from: 'page' }
}
