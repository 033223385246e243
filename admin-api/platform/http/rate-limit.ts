import type { RequestHandler } from 'express'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { callerNetwork } from './client-address.ts'
import { ApiError } from './errors.ts'
import { forgetOldest } from './forget-oldest.ts'
import { findCaller, type SessionReader } from './session-guard.ts'

/** Counted for each network of a caller. */
export type RequestLimits = {
  /** Requests a second, sustained. */
  perSecond: number
  /** Requests that may come at once after a pause. */
  burst: number
  perHour: number
}

export const searchLimits: RequestLimits = { perSecond: 1, burst: 5, perHour: 200 }

const tooFastMessage = 'Please wait before making another request'
const tooManyMessage = 'Too many requests. Please try again later.'

/**
 * Of one limiter, which are counted at a time. An hour of calls from ever new networks would else fill the memory; all
 * limiters together hold some 100 MB at most.
 */
const mostCallers = 50_000

/** Counts in memory, an hour at most: a restart clears the counts, and each process counts on its own. */
export function limitRequests(limits: RequestLimits): RequestHandler {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: limits.perSecond, duration: 1 })
  const spare = new RateLimiterMemory({
    keyPrefix: 'spare',
    points: limits.burst - limits.perSecond,
    duration: limits.burst * 2
  })
  const quick = new BurstyRateLimiter(steady, spare)
  const hourly = new RateLimiterMemory({ keyPrefix: 'hour', points: limits.perHour, duration: 3600 })
  const note = forgetOldest([steady, spare, hourly], mostCallers)

  return async (request, _response, next) => {
    const network = callerNetwork(request)
    if (network !== null) {
      await note(network)
      await consume(quick, network, { message: tooFastMessage, seconds: 1 })
      await consume(hourly, network, { message: tooManyMessage, seconds: 3600 })
    }
    next()
  }
}

/**
 * For all of /api, below which it is mounted: all a minute's calls may come at once. The operator is not held up; who
 * that is, is asked only of those who would be refused. Health and readiness are counted for themselves, so that they
 * answer a monitor and a load balancer whatever else goes on.
 */
export function limitCalls(callsPerMinute: number, findSession: SessionReader): RequestHandler {
  const perMinute = new RateLimiterMemory({ keyPrefix: 'minute', points: callsPerMinute, duration: 60 })
  const note = forgetOldest([perMinute], mostCallers)

  return async (request, _response, next) => {
    const network = callerNetwork(request)
    const key = watchedPaths.includes(request.path) ? `${request.path} ${network}` : `${network}`
    try {
      if (network !== null) {
        await note(key)
        await consume(perMinute, key, { message: tooManyMessage, seconds: 60 })
      }
    } catch (refusal) {
      if ((await findCaller(request, findSession)) === null) throw refusal
    }
    next()
  }
}

const watchedPaths = ['/health', '/ready']

/** Calls a minute from one network: a page asks a few times a minute, a household opens many pages. */
export const callsPerMinute = 300

async function consume(
  limiter: { consume: (key: string) => Promise<RateLimiterRes> },
  key: string,
  { message, seconds }: { message: string; seconds: number }
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    // Counted by the wall clock, which may have been set back by days; the count itself goes after its time.
    const wait = Math.min(seconds, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
    throw new ApiError('too-many-requests', message, wait)
  }
}
