import type { CookieOptions, Request, Response } from 'express'

const plainName = 'doubloon-session'
const secureName = `__Host-${plainName}`

/** Of the two names only the one of the connection at hand is ever set. */
export function readSessionToken(request: Request): string | null {
  const jar = new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()]
    })
  )
  return jar.get(isSecure(request) ? secureName : plainName) ?? null
}

/** `token` null takes the cookie away. It ends with the browser; the server decides when it ends earlier. */
export function writeSessionCookie(response: Response, token: string | null): void {
  const secure = isSecure(response.req)
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', secure, path: '/' }
  const name = secure ? secureName : plainName
  if (token === null) response.clearCookie(name, options)
  else response.cookie(name, token, options)
}

function isSecure(request: Request): boolean {
  return request.app.get('site is https') === true
}
