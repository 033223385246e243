import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A request that got no usable response; the message completes 'The server ...'. */
export class RequestError extends Error {}

const timeoutMs = 10_000

type PublicRequest = {
  body: string
  maxBytes: number
  /** Hosts with ports that the operator trusts, also with http and in a private network. */
  trustedHosts: readonly string[]
  signal: AbortSignal
}

/**
 * Posts a text to an address that somebody typed. Connects only to public addresses by https, whatever the name resolves to,
 * so that the address can't reach services of this machine or its network; follows no redirect.
 * @throws RequestError
 */
export function postToPublic(
  url: URL,
  { body, maxBytes, trustedHosts, signal }: PublicRequest
): Promise<{ status: number; body: string }> {
  const isTrusted = trustedHosts.includes(url.host)
  if (!isTrusted && url.protocol !== 'https:')
    throw new RequestError('has no https address, which only a host in WITNESS_HOSTS may have')
  if (!isTrusted && isIP(bareHost(url)) !== 0 && !isPublic(bareHost(url)))
    throw new RequestError(privateReason)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(isTrusted ? {} : { lookup: lookupPublic })
  }
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes <= maxBytes) return
        reject(new RequestError(`sent more than ${maxBytes} bytes`))
        request.destroy()
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
      )
      response.on('error', (error) => reject(toRequestError(error)))
    })
    request.on('error', (error) => reject(toRequestError(error)))
    request.end(body)
  })
}

const privateReason = 'is in a private network, where only a host in WITNESS_HOSTS may be'

function toRequestError(error: Error): RequestError {
  if (error instanceof RequestError) return error
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError'
  return new RequestError(
    isLate ? `did not answer within ${timeoutMs / 1000} seconds` : 'could not be reached',
    {
      cause: error
    }
  )
}

/** Resolves a name for a connection; fails unless all of its addresses are public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublic(address)))
      return callback(new RequestError(privateReason), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
