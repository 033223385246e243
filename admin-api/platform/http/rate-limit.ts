import type { RequestHandler } from 'express'
import { retention } from '../../contract/system.ts'
import { callerNetwork } from './client-address.ts'
import { ApiError } from './errors.ts'
import { findCaller, type SessionReader } from './session-guard.ts'

/** Request limits per network. */
export type RequestLimits = {
  /** Sustained requests per second. */
  perSecond: number
  /** Requests in a burst after a pause. */
  burst: number
  perHour: number
}

export const searchLimits: RequestLimits = { perSecond: 1, burst: 5, perHour: 200 }

const tooFastMessage = 'Please wait before making another request'
const tooManyMessage = 'Too many requests. Please try again later.'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Networks counted at a time by one limiter, which limits the memory of each to about 10 MB. */
const maxNetworks = 50_000

/** Limits requests of a network. Counts are in memory, so each process has its own. */
export function limitRequests({ perSecond, burst, perHour }: RequestLimits): RequestHandler {
  const msPerRequest = 1000 / perSecond
  const findCounts = createCounters(() => ({ restedAt: 0, startedAt: 0, requests: 0 }), {
    idleMs: retention.networkHours * hourMs,
    maxKeys: maxNetworks
  })

  return (request, _response, next) => {
    const network = callerNetwork(request)
    if (network !== null) {
      const now = performance.now()
      const counts = findCounts(network, now)
      // A leaky bucket: each request adds its time to the pause after which a whole burst is possible again.
      const restedAt = Math.max(counts.restedAt, now) + msPerRequest
      const excessMs = restedAt - now - burst * msPerRequest
      // Less than a millisecond is a rounding error.
      if (excessMs > 1) throw refuse(tooFastMessage, excessMs)
      counts.restedAt = restedAt
      countInWindow(counts, { now, lengthMs: hourMs, most: perHour })
    }
    next()
  }
}

/** Limits calls per hour and group of callers. @returns throws ApiError too-many-requests for a call over the limit */
export function limitHourly(most: number): (group: string) => void {
  const findCounts = createCounters(() => ({ startedAt: 0, requests: 0 }), {
    idleMs: hourMs,
    maxKeys: maxNetworks
  })
  return (group) => {
    const now = performance.now()
    countInWindow(findCounts(group, now), { now, lengthMs: hourMs, most })
  }
}

/**
 * Limits calls per minute and network; mounted at /api. The operator is exempt, which is checked only for calls that
 * exceed the limit. Health and readiness are counted separately, so that monitors and load balancers always get through.
 */
export function limitCalls(callsPerMinute: number, findSession: SessionReader): RequestHandler {
  const findCounts = createCounters(() => ({ startedAt: 0, requests: 0 }), {
    idleMs: minuteMs,
    maxKeys: maxNetworks
  })

  return async (request, _response, next) => {
    const network = callerNetwork(request)
    const key = separatePaths.includes(request.path) ? `${request.path} ${network}` : `${network}`
    try {
      if (network !== null) {
        const now = performance.now()
        countInWindow(findCounts(key, now), { now, lengthMs: minuteMs, most: callsPerMinute })
      }
    } catch (error) {
      if ((await findCaller(request, findSession)) === null) throw error
    }
    next()
  }
}

const separatePaths = ['/health', '/ready', '/ready/pages']

/** Enough for a household that opens many pages, each with a few calls. */
export const callsPerMinute = 300

/**
 * Keeps one small counter per key in two generations. When the newer one holds half of `maxKeys`, or is as old as
 * `idleMs`, the older one is dropped with all keys that were not used since. So a flood of new networks costs as little
 * as a few busy ones, which one list in order of use does not achieve.
 * @returns finds or creates the counter of a key; `now` is monotonic, so that a clock that is set changes nothing
 */
export function createCounters<Counter>(
  create: () => Counter,
  { idleMs, maxKeys }: { idleMs: number; maxKeys: number }
): (key: string, now: number) => Counter {
  let newer = new Map<string, Counter>()
  let older = new Map<string, Counter>()
  let newerSince = 0
  return (key, now) => {
    const recent = newer.get(key)
    if (recent !== undefined) return recent
    const counter = older.get(key) ?? create()
    if (newer.size >= maxKeys / 2 || now - newerSince >= idleMs) {
      older = newer
      newer = new Map()
      newerSince = now
    }
    newer.set(key, counter)
    return counter
  }
}

/** Requests in a window of time that starts with the first of them. */
type Window = { startedAt: number; requests: number }

/** @throws ApiError for a request over the limit */
function countInWindow(
  window: Window,
  { now, lengthMs, most }: { now: number; lengthMs: number; most: number }
): void {
  if (window.requests === 0 || now - window.startedAt >= lengthMs) {
    window.startedAt = now
    window.requests = 0
  }
  window.requests += 1
  if (window.requests > most) throw refuse(tooManyMessage, window.startedAt + lengthMs - now)
}

function refuse(message: string, waitMs: number): ApiError {
  return new ApiError('too-many-requests', message, Math.max(1, Math.ceil(Math.round(waitMs) / 1000)))
}
