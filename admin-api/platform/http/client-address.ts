import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'

const unknownAddress = 'unknown'

/** Anonymizes an address for logs and search history: keeps the first three octets of IPv4, the first 48 bits of IPv6. */
export function shortenAddress(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 3).join('.')}.0`
    : toPrefix(parsed.parts.slice(0, 3))
}

/** Returns the unit of rate limits: an IPv4 address, or a /64, the smallest block that a household gets. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : toPrefix(parsed.parts.slice(0, 4))
}

/** Returns the network of many households that a fair queue takes in turn: a /16 of IPv4, a /32 of IPv6. */
export function wideNetworkOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 2).join('.')}.0.0`
    : toPrefix(parsed.parts.slice(0, 2))
}

/**
 * Returns the network of the caller for rate limits. Null behind a proxy that TRUST_PROXY does not name: its address is
 * shared by all visitors, so one of them would use up the limit of everyone.
 */
export function callerNetwork(request: Request): string | null {
  return isBehindUnnamedProxy(request) ? null : networkOf(request.ip ?? '')
}

/**
 * Whether a proxy forwarded the request that TRUST_PROXY does not name. Only a site on https must have a proxy, because
 * this service speaks plain HTTP; on other sites any caller could have sent the header.
 */
function isBehindUnnamedProxy({ app, headers }: Request): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return isForwarded && app.get('site is https') === true && app.get('trust proxy') === false
}

const unnamedProxy =
  'Calls come through a proxy that TRUST_PROXY does not name, so all visitors look like one and limits by address ' +
  'are off. Set TRUST_PROXY to the number of proxies in front, usually 1, and start again.'

const unreadableAddress =
  'A trusted proxy sends an X-Forwarded-For that is not an address, so visitors with such a one share their limits. Let ' +
  'the proxy send the address of the visitor only.'

/** Detects a proxy that TRUST_PROXY does not name or that sends no readable addresses, and logs each once. */
export function createProxyWatch(log: Logger) {
  const faults = new Set<string>()
  function note(fault: string): void {
    if (!faults.has(fault)) log.warn(fault)
    faults.add(fault)
  }
  return {
    watch: ((request, _response, next) => {
      if (isBehindUnnamedProxy(request)) note(unnamedProxy)
      else if (
        networkOf(request.ip ?? '') === unknownAddress &&
        request.headers['x-forwarded-for'] !== undefined
      )
        note(unreadableAddress)
      next()
    }) satisfies RequestHandler,
    /** Advice for the operator; null while no fault was seen. */
    findFault: () => (faults.size === 0 ? null : [...faults].join(' '))
  }
}

/** Parses an address, reading IPv4 mapped to IPv6 (::ffff:192.0.2.1) as IPv4. Null if it is not an address. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // ipaddr.js alone would accept '127.1' and '0x7f000001'; isIP() is also faster.
  const bare = withoutPort(address)
  const version = isIP(bare)
  if (version === 4) return ipaddr.IPv4.parse(bare)
  return version === 6 ? ipaddr.process(bare) : null
}

/** Azure's gateways, IIS and others forward '203.0.113.7:52011' and '[2001:db8::5]:443'. */
function withoutPort(address: string): string {
  return (
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(address)?.[1] ??
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1] ??
    address
  )
}

function toPrefix(groups: readonly number[]): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::`
}
