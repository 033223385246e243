import { isRecordOf, readStored, storageKeys, writeStored } from '../lib/storage.ts'

/** How often one browser may search; the server has limits of its own. */
export const minGapMs = 1000
export const maxPerHour = 50
const hourMs = 3_600_000

export const tooSoon = 'Please wait before making another request'
export const tooMany = 'Too many requests. Please try again later.'

/** Instants in epoch milliseconds; `count` searches since `hourStartedAt`. */
export type SearchLimits = { count: number; hourStartedAt: number; lastAt: number }

/** Counts a search that starts now, or returns the message to show because it may not. */
export function countSearch(now: number): string | null {
  const next = takeSearch(readStored('localStorage', storageKeys.searchLimits, toLimits), now)
  if (typeof next === 'string') return next
  writeStored('localStorage', storageKeys.searchLimits, next)
  return null
}

/** The counters after a search that starts now, or the message to show because it may not. */
export function takeSearch(limits: SearchLimits | null, now: number): SearchLimits | string {
  // A clock that was set back must not lock the visitor out: counters with a future time are reset.
  const known = limits !== null && limits.lastAt <= now ? limits : { count: 0, hourStartedAt: now, lastAt: 0 }
  if (now - known.lastAt < minGapMs) return tooSoon
  const isNewHour = now - known.hourStartedAt >= hourMs
  const count = isNewHour ? 0 : known.count
  if (count >= maxPerHour) return tooMany
  return { count: count + 1, hourStartedAt: isNewHour ? now : known.hourStartedAt, lastAt: now }
}

function toLimits(stored: unknown): SearchLimits | undefined {
  if (!isRecordOf(stored, (value) => typeof value === 'number')) return undefined
  const { count, hourStartedAt, lastAt } = stored
  if (count === undefined || hourStartedAt === undefined || lastAt === undefined) return undefined
  return { count, hourStartedAt, lastAt }
}
