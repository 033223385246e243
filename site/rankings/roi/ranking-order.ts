import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { minRanked } from '../../../admin-api/returns/growth-table.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
import { oneOf, queryParam } from '../../lib/query-param.ts'

/** Sortable columns. */
export type SortKey = 'symbol' | 'total_roi' | 'declaration_date_price' | 'earliest_price' | 'total_dividends'
export type SortOrder = { key: SortKey; direction: 'ascending' | 'descending' }

/** `isRanked` is false for all in a field that is too small for ranks. */
export type RankedEntry = RoiEntry & { rank: number; isRanked: boolean }

export const bestFirst: SortOrder = { key: 'total_roi', direction: 'descending' }

/** The rank is the place among all funds, independent of sorting and filters. */
export function rankEntries(entries: readonly RoiEntry[]): RankedEntry[] {
  return entries.map((entry, i) => ({ ...entry, rank: i + 1, isRanked: entries.length >= minRanked }))
}

/** Unknown figures are last in both directions; ties by rank. */
export function sortEntries(entries: readonly RankedEntry[], { key, direction }: SortOrder): RankedEntry[] {
  const sign = direction === 'ascending' ? 1 : -1
  return entries.toSorted((a, b) => {
    const [left, right] = [figureOf(a, key), figureOf(b, key)]
    if (left === right) return a.rank - b.rank
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  })
}

/** Names ascend, figures descend; a second click reverses. */
export function nextOrder(order: SortOrder, key: SortKey): SortOrder {
  if (order.key === key) {
    return { key, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
  }
  return { key, direction: key === 'symbol' ? 'ascending' : 'descending' }
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

/** Prices not above 0 are unknown. */
function figureOf(entry: RankedEntry, key: SortKey): string | number | null {
  const figure = entry[key]
  const isPrice = key === 'declaration_date_price' || key === 'earliest_price'
  return isPrice && typeof figure === 'number' && figure <= 0 ? null : figure
}
