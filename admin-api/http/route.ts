import type { Request, Response, Router } from 'express'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from './errors.ts'

/** What a handler may know of its caller. */
export type RequestContext = { ip: string; userAgent: string }

export type RouteOptions = {
  /** How long anybody may keep the answer; without it nobody may. */
  cacheSeconds?: number
}

/** Connects an endpoint of the contract with its handler: validated input in, output or a thrown ApiError out. */
export function route<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  router: Router,
  endpoint: Endpoint<Input, Output>,
  handler: (input: z.output<Input>, context: RequestContext) => z.output<Output> | Promise<z.output<Output>>,
  options: RouteOptions = {}
): void {
  const cacheControl =
    options.cacheSeconds === undefined ? 'no-store' : `public, max-age=${options.cacheSeconds}`

  async function answer(request: Request, response: Response): Promise<void> {
    const input = readInput(endpoint, request)
    const context = { ip: request.ip ?? '', userAgent: request.get('user-agent') ?? '' }
    const output = await handler(input, context)
    sendJson(response, cacheControl, output)
  }

  router.route(endpoint.path)[methodNames[endpoint.method]](answer)
}

/** Without the entity tag that response.json() would compute: nobody asks whether an answer is still fresh. */
function sendJson(response: Response, cacheControl: string, output: unknown): void {
  const body = JSON.stringify(output)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': cacheControl
  })
  response.end(body)
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Input is the query of a GET and the JSON body of all else; parts of the path win over both. */
function readInput<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  request: Request
): z.output<Input> {
  const sent: unknown =
    endpoint.method === 'GET' ? request.query : request.body === undefined ? {} : request.body
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new ApiError('invalid-input', 'The request body must be a JSON object.')
  }
  const parsed = safeParse(endpoint.input, { ...sent, ...request.params })
  if (parsed.success) return parsed.data
  throw new ApiError('invalid-input', parsed.error.issues[0]?.message ?? 'The request is not valid.')
}
