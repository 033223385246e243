import * as z from 'zod/mini'
import '../lib/no-eval.ts'

/** How often one browser may search; the server has limits of its own. */
export const minGapMs = 1000
export const maxPerHour = 50
const hourMs = 3_600_000

/** Instants in milliseconds since 1970; `count` searches since `hourStartedAt`. */
export const SearchLimits = z.object({ count: z.number(), hourStartedAt: z.number(), lastAt: z.number() })
export type SearchLimits = z.infer<typeof SearchLimits>

export const tooSoon = 'Please wait before making another request'
export const tooMany = 'Too many requests. Please try again later.'

export type LimitVerdict = { allowed: true; limits: SearchLimits } | { allowed: false; message: string }

/** Whether a search may start now; with the counters as they stand after it. */
export function takeSearch(limits: SearchLimits | null, now: number): LimitVerdict {
  // A clock that was set back must not lock the visitor out: an instant in the future counts as none.
  const known = limits !== null && limits.lastAt <= now ? limits : { count: 0, hourStartedAt: now, lastAt: 0 }
  if (now - known.lastAt < minGapMs) return { allowed: false, message: tooSoon }
  const isNewHour = now - known.hourStartedAt >= hourMs
  const count = isNewHour ? 0 : known.count
  if (count >= maxPerHour) return { allowed: false, message: tooMany }
  return {
    allowed: true,
    limits: { count: count + 1, hourStartedAt: isNewHour ? now : known.hourStartedAt, lastAt: now }
  }
}
