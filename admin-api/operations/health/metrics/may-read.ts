import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/** What proxies add. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via'
]

/** Who calls from this machine itself, or brings the token. */
export function mayReadMetrics(request: Request, token: string | null): boolean {
  return isFromThisMachine(request) || (token !== null && hasToken(request, token))
}

/**
 * A proxy on this machine calls from here too, for anybody. It shows by its headers or by the host that was asked for;
 * where it adds none and names us, as nginx does unasked, by the old HTTP it speaks; and a site on https has one, so that
 * before TRUST_PROXY says how it shows itself nobody counts as near.
 */
function isFromThisMachine(request: Request): boolean {
  const { app, headers, httpVersionMinor, socket } = request
  if (!isLoopback(socket.remoteAddress ?? '') || httpVersionMinor === 0) return false
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  if (app.get('site is https') === true && app.get('trust proxy') === false) return false
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** Of one length, whatever the text. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
