import type { RequestHandler } from 'express'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
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

/** Networks counted at a time by one limiter, which limits the memory of all limiters to about 100 MB. */
const maxNetworks = 50_000

/** Limits requests of a network. Counts are in memory, so each process has its own. */
export function limitRequests(limits: RequestLimits): RequestHandler {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: limits.perSecond, duration: 1 })
  const spare = new RateLimiterMemory({
    keyPrefix: 'spare',
    points: limits.burst - limits.perSecond,
    duration: limits.burst * 2
  })
  const quick = new BurstyRateLimiter(steady, spare)
  const hourly = new RateLimiterMemory({ keyPrefix: 'hour', points: limits.perHour, duration: 3600 })
  const evictOldest = createEviction([steady, spare, hourly], maxNetworks)

  return async (request, _response, next) => {
    const network = callerNetwork(request)
    if (network !== null) {
      await evictOldest(network)
      await consume(quick, network, { message: tooFastMessage, seconds: 1 })
      await consume(hourly, network, { message: tooManyMessage, seconds: 3600 })
    }
    next()
  }
}

/**
 * Limits calls per minute and network; mounted at /api. The operator is exempt, which is checked only for calls that
 * exceed the limit. Health and readiness are counted separately, so that monitors and load balancers always get through.
 */
export function limitCalls(callsPerMinute: number, findSession: SessionReader): RequestHandler {
  const perMinute = new RateLimiterMemory({ keyPrefix: 'minute', points: callsPerMinute, duration: 60 })
  const evictOldest = createEviction([perMinute], maxNetworks)

  return async (request, _response, next) => {
    const network = callerNetwork(request)
    const key = separatePaths.includes(request.path) ? `${request.path} ${network}` : `${network}`
    try {
      if (network !== null) {
        await evictOldest(key)
        await consume(perMinute, key, { message: tooManyMessage, seconds: 60 })
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
 * Limits the memory of counters. The returned function is called with each key before it is counted; a new key beyond
 * `maxKeys` evicts the one that was used least recently.
 */
export function createEviction(
  counters: readonly { delete: (key: string) => Promise<unknown> }[],
  maxKeys: number
): (key: string) => Promise<void> {
  const keys = new Set<string>()
  return async (key) => {
    keys.delete(key)
    keys.add(key)
    const [oldest] = keys
    if (keys.size <= maxKeys || oldest === undefined) return
    keys.delete(oldest)
    for (const counter of counters) await counter.delete(oldest)
  }
}

async function consume(
  limiter: { consume: (key: string) => Promise<RateLimiterRes> },
  key: string,
  { message, seconds }: { message: string; seconds: number }
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded
    // Bounded, because the wall clock may have been set back by days.
    const wait = Math.min(seconds, Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)))
    throw new ApiError('too-many-requests', message, wait)
  }
}
