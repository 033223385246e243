import type { Request, RequestHandler, Response, Router } from 'express'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { idempotencyKey } from '../../contract/idempotency-key.ts'
import { callerNetwork, shortenAddress } from './client-address.ts'
import { ApiError } from './errors.ts'
import { readJson } from './read-json.ts'
import {
  readDeviceCookie,
  readSessionToken,
  writeDeviceCookie,
  writeSessionCookie
} from './session-cookie.ts'
import { findCaller, requireOperator, type Session, type SessionReader } from './session-guard.ts'

/** What a handler may know about its caller, and what it may set beside its output. */
export type RequestContext = {
  ip: string
  /** What limits count the caller by; null where a proxy in front hides who it is. */
  network: string | null
  userAgent: string
  /** Who acts and from where, as it may be kept. */
  actor: { userId: string | null; ipShort: string }
  /** What the caller knows this call by, where it may be sent again; null without. */
  idempotencyKey: string | null
  /** What the browser sent, valid or not. */
  token: string | null
  /** Always there for an admin endpoint; for a public one only where the route was given findSession. */
  session: Session | null
  setSession: (token: string | null) => void
  /** What a browser keeps of its last login, as it was sent. */
  deviceCookie: string | null
  setDeviceCookie: (value: string, seconds: number) => void
}

export type RouteOptions = {
  /** How long any cache may keep the answer; without it none may. */
  cacheSeconds?: number
  /** Needed by admin endpoints, and by public ones that show the operator more. */
  findSession?: SessionReader
  /** Where a body may be larger than usual. */
  maxBodyBytes?: number
}

/**
 * Connects an endpoint of the contract with its handler: validated input in, output or a thrown ApiError out. The
 * caller is checked before anything of the body is read.
 * @throws RangeError when an admin endpoint is mounted without a way to know the operator, or when an answer that
 * depends on the caller may be kept by anybody.
 */
export function route<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  router: Router,
  endpoint: Endpoint<Input, Output>,
  handler: (input: z.output<Input>, context: RequestContext) => z.output<Output> | Promise<z.output<Output>>,
  options: RouteOptions = {}
): void {
  const { cacheSeconds, findSession } = options
  const cacheControl = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`
  if (endpoint.access === 'admin' && findSession === undefined)
    throw new RangeError(`${endpoint.method} ${endpoint.path} needs findSession, got none`)
  if (cacheSeconds !== undefined && findSession !== undefined)
    throw new RangeError(
      `${endpoint.method} ${endpoint.path} knows its caller, so its answer may not be cached`
    )

  async function readSession(request: Request, response: Response): Promise<Session | null> {
    if (findSession === undefined) return null
    if (endpoint.access === 'admin') return requireOperator(request, response, findSession)
    return findCaller(request, findSession)
  }

  const sessions = new WeakMap<Request, Session | null>()
  const checkCaller: RequestHandler = async (request, response, next) => {
    sessions.set(request, await readSession(request, response))
    next()
  }

  async function answer(request: Request, response: Response): Promise<void> {
    const input = readInput(endpoint, request)
    const ip = request.ip ?? ''
    const session = sessions.get(request) ?? null
    const output = await handler(input, {
      ip,
      network: callerNetwork(request),
      userAgent: request.get('user-agent') ?? '',
      actor: { userId: session?.userId ?? null, ipShort: shortenAddress(ip) },
      idempotencyKey: readIdempotencyKey(request),
      token: readSessionToken(request),
      session,
      setSession: (token) => writeSessionCookie(response, token),
      deviceCookie: readDeviceCookie(request),
      setDeviceCookie: (value, seconds) => writeDeviceCookie(response, value, seconds)
    })
    sendJson(response, endpoint.statusOf?.(output) ?? endpoint.success ?? 200, cacheControl, output)
  }

  const steps = [...(findSession === undefined ? [] : [checkCaller]), readJson(options.maxBodyBytes)]
  router.route(endpoint.path)[methodNames[endpoint.method]](...steps, answer)
}

/** Without the entity tag that response.json() would compute: no caller revalidates an answer. */
function sendJson(response: Response, status: number, cacheControl: string, output: unknown): void {
  const body = JSON.stringify(output)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': cacheControl
  })
  response.end(body)
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Input is the query and, but for a GET, the JSON body; parts of the path win over both. */
export function readInput<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  request: Request
): z.output<Input> {
  const sent: unknown = endpoint.method === 'GET' || request.body === undefined ? {} : request.body
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new ApiError('invalid-input', 'The request body must be a JSON object.')
  }
  const query = endpoint.method === 'GET' ? request.query : pick(request.query, endpoint.query ?? [])
  const parsed = safeParse(endpoint.input, { ...sent, ...query, ...request.params })
  if (parsed.success) return parsed.data
  throw new ApiError('invalid-input', parsed.error.issues[0]?.message ?? 'The request is not valid.')
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.get(idempotencyKey.header)
  if (key === undefined) return null
  if (key !== '' && key.length <= idempotencyKey.longest) return key
  const { header, longest } = idempotencyKey
  throw new ApiError('invalid-input', `${header} must have 1 to ${longest} characters.`)
}

function pick(query: Request['query'], names: readonly string[]): Request['query'] {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}
