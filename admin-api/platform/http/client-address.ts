import { isIP } from 'node:net'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

const unknownAddress = 'unknown'

/** For the search history and the logs: IPv4 with its last octet zero, IPv6 with all but its first 48 bits zero. */
export function shortenAddress(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 3).join('.')}.0`
    : toPrefix(parsed.parts.slice(0, 3))
}

/** For limits: one IPv4 address, or one /64, the smallest block that a household is given. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : toPrefix(parsed.parts.slice(0, 4))
}

/**
 * What limits count a caller by; null where nobody can say, because the address is that of a proxy in front, which all
 * visitors share: one of them would use up what is meant for each.
 */
export function callerNetwork(request: Request): string | null {
  return isBehindUnnamedProxy(request) ? null : networkOf(request.ip ?? '')
}

/**
 * Whether the call came through a proxy that TRUST_PROXY does not name. Only a site on https must have one, as this
 * service speaks plain HTTP; elsewhere anybody can send such a header.
 */
export function isBehindUnnamedProxy({ app, headers }: Request): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return isForwarded && app.get('site is https') === true && app.get('trust proxy') === false
}

/** An IPv4 address that reached an IPv6 socket (::ffff:192.0.2.1) is read as IPv4; null where it is no address. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Asked first, because ipaddr.js reads '127.1' and '0x7f000001' too, and because each search comes through here.
  const version = isIP(address)
  if (version === 4) return ipaddr.IPv4.parse(address)
  return version === 6 ? ipaddr.process(address) : null
}

function toPrefix(groups: readonly number[]): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::`
}
