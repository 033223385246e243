import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { json, type Request, type RequestHandler, type Response, Router, raw } from 'express'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { idempotencyKey } from '../../contract/headers.ts'
import type { Db } from '../database/schema.ts'
import { callerNetwork, shortenAddress } from './client-address.ts'
import { ApiError } from './errors.ts'
import {
  deviceCookie,
  findCaller,
  readCookie,
  readSessionToken,
  requireOperator,
  type Session,
  type SessionReader,
  sessionCookie,
  writeCookie
} from './session-guard.ts'

/** Information about the caller, and setters for cookies. */
export type RequestContext = {
  ip: string
  /** Key of rate limits; null if a proxy hides the caller. */
  network: string | null
  userAgent: string
  /** User and shortened address, as they may be stored. */
  actor: { userId: string | null; ipShort: string }
  /** Sent by clients that may repeat the call; else null. */
  idempotencyKey: string | null
  /** Session token as sent, valid or not. */
  token: string | null
  /** Set for admin endpoints; for public ones only with `readsSession`. */
  session: Session | null
  /** Null removes it; the server decides when a session expires. */
  setSession: (token: string | null) => void
  deviceCookie: string | null
  setDeviceCookie: (value: string, seconds: number) => void
}

type Handler<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = (
  input: z.output<Input>,
  context: RequestContext
) => z.output<Output> | Promise<z.output<Output>>

/** With which a module adds its endpoints. */
export type Routes = {
  router: Router
  /**
   * Mounts an endpoint: the handler gets validated input, and returns output or throws an ApiError. The caller is checked
   * before the body is read.
   * @throws RangeError if a response that depends on the caller is cacheable
   */
  route: <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
    endpoint: Endpoint<Input, Output>,
    handler: Handler<Input, Output>,
    options?: RouteOptions
  ) => void
}

type RouteOptions = {
  /** Makes the response cacheable for everyone. */
  cacheSeconds?: number
  /** For public endpoints that show more to the operator; admin endpoints always do. */
  readsSession?: true
  maxBodyBytes?: number
}

/** A router, and a function that mounts endpoints of the contract in it. */
export function createRoutes(findSession: SessionReader): Routes {
  const router = Router()

  function route<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
    endpoint: Endpoint<Input, Output>,
    handler: Handler<Input, Output>,
    options: RouteOptions = {}
  ): void {
    const { cacheSeconds } = options
    const readsSession = endpoint.access === 'admin' || options.readsSession === true
    const cacheControl = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`
    if (cacheSeconds !== undefined && readsSession)
      throw new RangeError(
        `${endpoint.method} ${endpoint.path} depends on its caller, so its response may not be cached`
      )

    async function readSession(request: Request, response: Response): Promise<Session | null> {
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
      const context = toContext(request, response, sessions.get(request) ?? null)
      const output = await handler(input, context)
      sendJson(response, endpoint.statusOf?.(output) ?? endpoint.success ?? 200, cacheControl, output)
    }

    const steps = [...(readsSession ? [checkCaller] : []), parseJson(options.maxBodyBytes)]
    router.route(endpoint.path)[methodNames[endpoint.method]](...steps, answer)
  }

  return { router, route }
}

function toContext(request: Request, response: Response, session: Session | null): RequestContext {
  const ip = request.ip ?? ''
  return {
    ip,
    network: callerNetwork(request),
    userAgent: request.get('user-agent') ?? '',
    actor: { userId: session?.userId ?? null, ipShort: shortenAddress(ip) },
    idempotencyKey: readIdempotencyKey(request),
    token: readSessionToken(request),
    session,
    setSession: (token) => writeCookie(response, sessionCookie, token),
    deviceCookie: readCookie(request, deviceCookie),
    setDeviceCookie: (value, seconds) => writeCookie(response, deviceCookie, value, seconds)
  }
}

/** Dependencies of most routes. */
export type RouteParts = { db: Db; clock: () => Date; findSession: SessionReader }

/** Omits the ETag that response.json() would compute, because no client revalidates. */
function sendJson(response: Response, status: number, cacheControl: string, output: unknown): void {
  const body = formatJson(output)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': cacheControl
  })
  response.end(body)
}

const bodyOf = new WeakMap<object, Buffer>()

/** Formats a frozen output once, because handlers freeze what they send often. */
function formatJson(output: unknown): Buffer {
  const isFrozen = typeof output === 'object' && output !== null && Object.isFrozen(output)
  const body = (isFrozen && bodyOf.get(output)) || Buffer.from(JSON.stringify(output))
  if (isFrozen) bodyOf.set(output, body)
  return body
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Merges query, JSON body (not for GET) and path parameters, which take precedence. */
export function readInput<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  request: Request
): z.output<Input> {
  const sent: unknown = endpoint.method === 'GET' || request.body === undefined ? {} : request.body
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new ApiError('invalid-input', 'The request body must be a JSON object.')
  }
  const query = Object.entries(request.query).filter(
    ([name]) => endpoint.method === 'GET' || endpoint.query?.includes(name)
  )
  const parsed = safeParse(endpoint.input, { ...sent, ...Object.fromEntries(query), ...request.params })
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

const defaultMaxBytes = 16 * 1024

/** Parses a JSON body. Rejects any other content type, which Express would otherwise treat as an empty body. */
function parseJson(maxBytes: number = defaultMaxBytes): RequestHandler {
  return json({ limit: maxBytes, strict: false, type: isJson })
}

const jsonType = /^application\/json\s*(?:;|$)/i

/** Whether there is a body. @throws ApiError unsupported-media-type if it isn't JSON */
export function isJson({ headers }: IncomingMessage): boolean {
  if (headers['content-length'] === '0') return false
  if (jsonType.test(headers['content-type'] ?? '')) return true
  throw new ApiError(
    'unsupported-media-type',
    'The request body must be JSON (Content-Type: application/json).'
  )
}

type RawBodyOptions = {
  maxBytes: number
  /** Accepted media types. */
  type: string[] | ((request: IncomingMessage) => boolean)
  /** Message for a body of more bytes. */
  tooLarge?: string
}

/** Reads and decompresses a body without parsing it; undefined if there is none of this type. @throws ApiError */
export async function readRawBody(
  request: Request,
  response: Response,
  { maxBytes, type, tooLarge }: RawBodyOptions
): Promise<Buffer | undefined> {
  try {
    await promisify(raw({ limit: maxBytes, type }))(request, response)
  } catch (error) {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw isTooLarge && tooLarge !== undefined ? new ApiError('too-large', tooLarge) : error
  }
  return request.body
}
