import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { singleFlight } from '../../platform/background.ts'
import type { Routes } from '../../platform/http/route.ts'
import { createMetricsUpdate, type MetricsParts } from './metrics.ts'

/**
 * GET /metrics for Prometheus, for callers on this machine or with the token. Other callers get a 404 as for an unknown
 * address.
 */
export function addMetricsRoutes({ router }: Routes, parts: MetricsParts, token: string | null): void {
  const processMetrics = findProcessMetrics()
  const update = singleFlight(createMetricsUpdate(parts)).run
  router.get('/metrics', async (request, response, next) => {
    if (!isLocal(request) && !(token !== null && hasToken(request, token))) return next('route')
    await update()
    const texts = [await parts.metrics.metrics(), await processMetrics.metrics()]
    response.set('Cache-Control', 'no-store').type(parts.metrics.contentType).send(texts.join('\n'))
  })
}

let processMetrics: Registry | null = null

/** Memory, processor, files and event loop delay, measured once for all services of a process. */
function findProcessMetrics(): Registry {
  if (processMetrics === null) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}

const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via'
]

/**
 * Whether the caller is on this machine, and not a proxy on it that forwards requests of others. A proxy is detected by
 * its headers or the requested host; nginx without such headers by HTTP/1.0. A site on https always has a proxy, so
 * without TRUST_PROXY no caller counts as local.
 */
function isLocal({ app, headers, httpVersionMinor, socket }: Request): boolean {
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
  const sentToken = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  return sentToken !== undefined && timingSafeEqual(digest(sentToken), digest(token))
}

/** timingSafeEqual() needs inputs of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
