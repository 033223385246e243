import type { RequestHandler } from 'express'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './client-address.ts'
import { ApiError } from './errors.ts'

/** Counted for each network of a caller. */
export type RequestLimits = {
  /** Requests a second, for ever. */
  perSecond: number
  /** Requests that may come at once after a pause. */
  burst: number
  perHour: number
}

export const searchLimits: RequestLimits = { perSecond: 1, burst: 5, perHour: 200 }

export const tooFastMessage = 'Please wait before making another request'
export const tooManyMessage = 'Too many requests. Please try again later.'

/** Counts in memory: a restart forgives, and a second process would count on its own. */
export function limitRequests(limits: RequestLimits): RequestHandler {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: limits.perSecond, duration: 1 })
  const spare = new RateLimiterMemory({
    keyPrefix: 'spare',
    points: limits.burst - limits.perSecond,
    duration: limits.burst * 2
  })
  const quick = new BurstyRateLimiter(steady, spare)
  const hourly = new RateLimiterMemory({ keyPrefix: 'hour', points: limits.perHour, duration: 3600 })

  return async (request, _response, next) => {
    const network = networkOf(request.ip ?? '')
    await consume(quick, network, tooFastMessage)
    await consume(hourly, network, tooManyMessage)
    next()
  }
}

async function consume(
  limiter: { consume: (key: string) => Promise<RateLimiterRes> },
  key: string,
  message: string
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new ApiError('too-many-requests', message, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
  }
}
