import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import { adminMarker } from '../../contract/headers.ts'
import { ApiError } from './errors.ts'
import { allowLongUpload } from './listen.ts'

export type Session = { userId: string }

/** Finds the session of a token; null if the token is unknown or has expired. */
export type SessionReader = (token: string) => Promise<Session | null>

export async function findCaller(request: Request, findSession: SessionReader): Promise<Session | null> {
  const token = readSessionToken(request)
  return token === null ? null : findSession(token)
}

/**
 * Requires an operator session, and for changes also the header that no other site can send. Grants the operator more
 * time for uploads.
 * @throws ApiError unauthorized or forbidden
 */
export async function requireOperator(
  request: Request,
  response: Response,
  findSession: SessionReader
): Promise<Session> {
  response.set('Cache-Control', 'no-store')
  const session = await findCaller(request, findSession)
  if (session === null) throw new ApiError('unauthorized', 'Please log in.')
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading && request.get(adminMarker.name) !== adminMarker.value)
    throw new ApiError('forbidden', 'This call did not come from the admin area.')
  allowLongUpload(request)
  return session
}

export const sessionCookie = 'doubloon-session'
/** Identifies a browser that has logged in before; grants nothing. */
export const deviceCookie = 'doubloon-device'

export function readSessionToken(request: Request): string | null {
  return readCookie(request, sessionCookie)
}

export function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.cookie ?? '')[nameFor(request, name)] ?? null
}

/** Sets a cookie, or removes it if the value is null. Without `seconds` it ends with the browser. */
export function writeCookie(response: Response, name: string, value: string | null, seconds?: number): void {
  const { req } = response
  const options = { httpOnly: true, sameSite: 'strict', secure: isSecure(req), path: '/' } as const
  const age = seconds !== undefined && { maxAge: seconds * 1000 }
  if (value === null) response.clearCookie(nameFor(req, name), options)
  else response.cookie(nameFor(req, name), value, { ...options, ...age })
}

/** Browsers accept a cookie named __Host-... only from this host and over https. */
function nameFor(request: Request, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name
}

function isSecure(request: Request): boolean {
  return request.app.get('site is https') === true
}
