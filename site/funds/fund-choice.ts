import type { Direction } from '../ui/sort-table.ts'
import type { Column } from './columns.ts'

/** What a visitor has chosen to see; null for all, '' for any text. */
export type FundChoice = {
  text: string
  issuer: string | null
  cadence: string | null
  underlying: string | null
  sort: { column: string; direction: Direction }
}

/** As the selects offer them: 'graniteshares', 'every-4-weeks', 'tsla'. */
export type Offered = Record<'issuer' | 'cadence' | 'underlying', readonly string[]>

type SortedColumn = Pick<Column, 'id' | 'first'>

const longestText = 40
const opposite = { ascending: 'descending', descending: 'ascending' } as const

/** Reads the choice from the query of an address; what we do not offer is ignored. Sorted by the first column. */
export function readFundChoice(
  query: string,
  offered: Offered,
  columns: readonly SortedColumn[]
): FundChoice {
  const asked = new URLSearchParams(query)
  const oneOf = (name: keyof Offered) => offered[name].find((slug) => slug === asked.get(name)) ?? null
  const column = columns.find(({ id }) => id === asked.get('sort'))
  const first = column?.first ?? columns[0]?.first ?? 'ascending'
  return {
    text: (asked.get('q') ?? '').trim().slice(0, longestText),
    issuer: oneOf('issuer'),
    cadence: oneOf('cadence'),
    underlying: oneOf('underlying'),
    sort: {
      column: column?.id ?? columns[0]?.id ?? '',
      direction: column && asked.get('order') === opposite[first] ? opposite[first] : first
    }
  }
}

/** Writes the choice into a query: '' for all funds as they came. Parameters that are not ours stay as they are. */
export function writeFundChoice(
  query: string,
  { text, sort, ...choice }: FundChoice,
  columns: readonly SortedColumn[]
): string {
  const asked = new URLSearchParams(query)
  const first = columns.find(({ id }) => id === sort.column)?.first
  const isReversed = sort.direction !== first
  const wanted = {
    q: text.trim() || null,
    issuer: choice.issuer,
    cadence: choice.cadence,
    underlying: choice.underlying,
    sort: sort.column === columns[0]?.id && !isReversed ? null : sort.column,
    order: isReversed ? sort.direction : null
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) asked.delete(name)
    else asked.set(name, value)
  }
  return asked.size === 0 ? '' : `?${asked}`
}

const orderWords = {
  words: { ascending: 'A to Z', descending: 'Z to A' },
  day: { ascending: 'earliest first', descending: 'latest first' },
  figure: { ascending: 'lowest first', descending: 'highest first' }
} as const

/** Shown above the table and read out by screen readers: '12 of 66 funds, by yield, highest first.' */
export function countSentence(
  count: number,
  all: number,
  { heading, kind }: Pick<Column, 'heading' | 'kind'>,
  direction: Direction
): string {
  if (count === 0) return `0 of ${all} funds.`
  const of = count === all ? `All ${all} funds` : `${count} of ${all} funds`
  return `${of}, by ${heading.toLowerCase()}, ${orderWords[kind][direction]}.`
}
