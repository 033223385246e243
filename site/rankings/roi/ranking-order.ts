import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { minRanked } from '../../../admin-api/returns/growth-table.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
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
    .map(([issuer, funds]) => ({ value: issuer, text: issuer, count: funds.length }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}

/** The issuer named in a query, as in `?issuer=roundhill`; null for all. */
export function readIssuer(query: string, issuers: readonly string[]): string | null {
  const slug = queryParam(query, 'issuer', oneOf(issuers.map(toSlug)))
  return issuers.find((issuer) => toSlug(issuer) === slug) ?? null
}
