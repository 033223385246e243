import type { RoiEntry, RoiMonths } from '../../../admin-api/contract/rankings.ts'
import { minRanked } from '../../../admin-api/contract/vocabulary.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'
import { oneOf, queryParam } from '../../lib/query-param.ts'

/** `isRanked` is false for all in a field that is too small for ranks. */
export type RankedEntry = RoiEntry & { rank: number; isRanked: boolean }

/** The rank is the place among all funds, independent of sorting and filters. */
export function rankEntries(entries: readonly RoiEntry[]): RankedEntry[] {
  return entries.map((entry, i) => ({ ...entry, rank: i + 1, isRanked: entries.length >= minRanked }))
}

/** Issuers with their number of funds, most first. */
export function countIssuers(entries: readonly RoiEntry[]) {
  return [...Map.groupBy(entries, (entry) => entry.issuer)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .map(([issuer, funds]) => ({ value: issuer, text: `${issuer} (${funds.length})` }))
}

/** The issuer named in a query, as in `?issuer=roundhill`; null for all. */
export function readIssuer(query: string, issuers: readonly string[]): string | null {
  const slug = queryParam(query, 'issuer', oneOf(issuers.map(toSlug)))
  return issuers.find((issuer) => toSlug(issuer) === slug) ?? null
}

/** One scale for all bars, in percent of the starting price; the maximum loss is -100. */
export type RoiScale = { low: -100; high: number; ticks: number[] }

const step = 50

/** Wide enough for the best fund, in whole steps. */
export function roiScale(entries: readonly RoiEntry[]): RoiScale {
  const reached = entries.flatMap(({ price_change, total_roi }) => [price_change ?? 0, total_roi ?? 0])
  const high = Math.max(step, Math.ceil(Math.max(0, ...reached) / step) * step)
  const ticks = Array.from({ length: (high + 100) / step + 1 }, (_, i) => i * step - 100)
  return { low: -100, high, ticks }
}

/** Position of `percent` on the scale, 0 to 100. */
export function placeOn(scale: RoiScale, percent: number): number {
  const place = ((percent - scale.low) / (scale.high - scale.low)) * 100
  return Math.round(Math.min(100, Math.max(0, place)) * 100) / 100
}

export const freshMs = 5 * 60_000

export const roiRankings = createQuery(
  (months: RoiMonths, signal) => call('GET /api/roi-rankings', { months }, { signal }),
  {
    freshMs,
    retries: 2,
    onFailure: ({ message }) => logFailure('ROI rankings', `Failed to fetch ROI rankings: ${message}`)
  }
)

/** Returns the newer rankings: a cached response may be older than the page. */
export function newerRankings(response: readonly RoiEntry[] | null, onPage: readonly RoiEntry[]) {
  if (response === null || (response[0]?.as_of ?? '') < (onPage[0]?.as_of ?? '')) return onPage
  return response
}
