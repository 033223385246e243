import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
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
  if (!isReading && request.get(adminMarker.name) !== adminMarker.value) {
    throw new ApiError('forbidden', 'This call did not come from the admin area.')
  }
  allowLongUpload(request)
  return session
}

const sessionCookie = 'doubloon-session'
/** Identifies a browser that has logged in before; grants nothing. */
const deviceCookie = 'doubloon-device'

export function readSessionToken(request: Request): string | null {
  return readCookie(request, sessionCookie)
}

/** Sets the session cookie, or removes it if the token is null. The server decides when a session expires. */
export function writeSessionCookie(response: Response, token: string | null): void {
  const options = optionsFor(response.req)
  const name = nameFor(response.req, sessionCookie)
  if (token === null) response.clearCookie(name, options)
  else response.cookie(name, token, options)
}

export function readDeviceCookie(request: Request): string | null {
  return readCookie(request, deviceCookie)
}

export function writeDeviceCookie(response: Response, value: string, seconds: number): void {
  const options = { ...optionsFor(response.req), maxAge: seconds * 1000 }
  response.cookie(nameFor(response.req, deviceCookie), value, options)
}

function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.cookie ?? '')[nameFor(request, name)] ?? null
}

function optionsFor(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure: isSecure(request), path: '/' }
}

/** Browsers accept a cookie named __Host-... only from this host and over https. */
function nameFor(request: Request, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name
}

function isSecure(request: Request): boolean {
  return request.app.get('site is https') === true
}
