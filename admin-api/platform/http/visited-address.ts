import { hostname, networkInterfaces } from 'node:os'
import type { Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { ContentChange } from './sent-files.ts'

const changes = new WeakMap<Response, ContentChange>()

/** Returns how the content of a response names the address by which its visitor came; undefined if it does already. */
export function addressChangeOf(response: Response): ContentChange | undefined {
  return changes.get(response)
}

type SiteAddress = {
  /** Address that pages are rendered with. */
  siteUrl: string
  /** Whether the operator set it; the default is an address that only this machine can open. */
  isSet: boolean
  /** Further names of this service. */
  siteHosts: readonly string[]
}

/**
 * Without SITE_URL, lets links, feeds and subscriptions name the address by which a visitor came, if it is one of this
 * service. A name that somebody made up changes nothing, because caches could give the response to others.
 */
export function createAddressWatch({ siteUrl, isSet, siteHosts }: SiteAddress, log: Logger) {
  let fault: string | null = null
  const site = new URL(siteUrl)
  return {
    watch: ((request, response, next) => {
      const host = request.headers.host?.toLowerCase()
      if (isSet || host === undefined || host === site.host || !hostPattern.test(host)) return next()
      const name = new URL(`http://${host}`).hostname
      if (isOwn(name, siteHosts)) changes.set(response, nameAddress(site, originOf(request, host)))
      if (!isThisMachine(name) && fault === null) {
        fault = `SITE_URL is not set, and visitors come by ${host}: links in search results, notifications and shared pictures name ${siteUrl}, which only this machine can open. Set SITE_URL to the address that visitors use, and start again.`
        log.warn(fault)
      }
      next()
    }) satisfies RequestHandler,
    /** Advice for the operator; null while every visitor came by the address of the site. */
    findFault: () => fault
  }
}

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

function originOf(request: Request, host: string): string {
  return `${request.protocol}://${host}`
}

function isThisMachine(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.')
}

/** Whether the name is of this machine, an address of it or of a private network, or in the list. */
function isOwn(name: string, siteHosts: readonly string[]): boolean {
  if (isThisMachine(name) || siteHosts.includes(name)) return true
  const own = hostname().toLowerCase()
  if (name === own || name === `${own}.local`) return true
  const address = name.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return false
  if (['private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.parse(address).range())) return true
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some((each) => each.address === address)
  )
}

function nameAddress(site: URL, origin: string): ContentChange {
  const { host } = new URL(origin)
  const replacements = [
    [site.origin, origin],
    [`webcal://${site.host}`, `webcal://${host}`]
  ].flatMap(([from = '', to = '']) => [
    [from, to],
    [encodeURIComponent(from), encodeURIComponent(to)]
  ])
  return {
    variant: `at ${origin}`,
    apply: (bytes) => {
      const text = replacements.reduce(
        (before, [from = '', to = '']) => before.replaceAll(from, to),
        bytes.toString('utf8')
      )
      return Buffer.from(text)
    }
  }
}
