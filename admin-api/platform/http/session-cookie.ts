import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'

const sessionName = 'doubloon-session'
const deviceName = 'doubloon-device'

export function readSessionToken(request: Request): string | null {
  return readCookie(request, sessionName)
}

/** `token` null takes the cookie away. It ends with the browser; the server decides when it ends earlier. */
export function writeSessionCookie(response: Response, token: string | null): void {
  const options = optionsFor(response.req)
  const name = nameFor(response.req, sessionName)
  if (token === null) response.clearCookie(name, options)
  else response.cookie(name, token, options)
}

/** By which a browser that once logged in is known again; it opens nothing. */
export function readDeviceCookie(request: Request): string | null {
  return readCookie(request, deviceName)
}

export function writeDeviceCookie(response: Response, value: string, seconds: number): void {
  const options = { ...optionsFor(response.req), maxAge: seconds * 1000 }
  response.cookie(nameFor(response.req, deviceName), value, options)
}

function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.cookie ?? '')[nameFor(request, name)] ?? null
}

function optionsFor(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure: isSecure(request), path: '/' }
}

/** Browsers bind a name that begins with __Host- to this host and to https. */
function nameFor(request: Request, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name
}

function isSecure(request: Request): boolean {
  return request.app.get('site is https') === true
}
