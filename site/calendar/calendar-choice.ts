import { oneOf, queryParam, withParams } from '../lib/query-param.ts'

/** The visitor's filters; null for all. */
export type CalendarChoice = {
  issuer: string | null
  cadence: string | null
  /** Only the visitor's own funds. */
  isOwn: boolean
  view: 'grid' | 'list'
}

export type CalendarOptions = {
  issuers: readonly string[]
  cadences: readonly string[]
  /** Whether the visitor has own funds. */
  hasOwn: boolean
}

/** URL slug: 'Every 4 Weeks' -> 'every-4-weeks'. */
export function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Options of a filter with the number of items, most first; names that are alike in number keep their order. */
export function countBySlug<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
  return [...Map.groupBy(items, nameOf)]
    .map(([text, members]) => ({ value: toSlug(text), text, count: members.length }))
    .sort((a, b) => b.count - a.count)
}

/**
 * Reads the choice from a query, ignoring unknown values. Visitors with own funds see those by default. The URL
 * never names own funds: they stay in the browser.
 */
export function readChoice(query: string, { issuers, cadences, hasOwn }: CalendarOptions): CalendarChoice {
  const issuer = queryParam(query, 'issuer', oneOf(issuers))
  const cadence = queryParam(query, 'cadence', oneOf(cadences))
  const funds = queryParam(query, 'funds', String)
  const isExplicit = funds !== null || issuer !== null || cadence !== null
  return {
    issuer,
    cadence,
    isOwn: hasOwn && (isExplicit ? funds === 'mine' : true),
    view: queryParam(query, 'view', oneOf(['list'])) ?? 'grid'
  }
}

/** Writes the choice into a query: '' for the default. Other parameters stay. */
export function writeChoice(query: string, choice: CalendarChoice, hasOwn: boolean): string {
  return withParams(query, {
    issuer: choice.issuer,
    cadence: choice.cadence,
    funds: hasOwn ? (choice.isOwn ? 'mine' : 'all') : null,
    view: choice.view === 'list' ? choice.view : null
  })
}

/** Shown above the calendar and announced. */
export function countSentence(funds: number, allFunds: number, dates: number): string {
  if (funds === 0) return 'No fund in this calendar matches these filters.'
  const of = funds === allFunds ? `All ${allFunds} paying funds` : `${funds} of ${allFunds} paying funds`
  return `${of}, ${dates} dates.`
}
