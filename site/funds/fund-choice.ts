import { oneOf, queryParam, withParams } from '../lib/query-param.ts'
import { isRecordOf, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'
import type { Direction } from '../ui/table-columns.ts'
import type { FundColumn } from './columns.ts'

/** The visitor's filters; null for all, '' for any text. */
export type FundChoice = {
  text: string
  issuer: string | null
  cadence: string | null
  underlying: string | null
  sort: { column: string; direction: Direction }
}

/** Options of the selects: 'graniteshares', 'every-4-weeks', 'tsla'. */
export type FundOptions = Record<'issuer' | 'cadence' | 'underlying', readonly string[]>

type SortedColumn = Pick<FundColumn, 'id' | 'first'>

const longestText = 40
const opposite = { ascending: 'descending', descending: 'ascending' } as const

/** Reads the choice from a query, ignoring unknown values. Sorted by the first column by default. */
export function readFundChoice(
  query: string,
  offered: FundOptions,
  columns: readonly SortedColumn[]
): FundChoice {
  const slugOf = (name: keyof FundOptions) => queryParam(query, name, oneOf(offered[name]))
  const column = queryParam(query, 'sort', (sort) => columns.find(({ id }) => id === sort) ?? null)
  const first = column?.first ?? 'ascending'
  return {
    text: (queryParam(query, 'q', String) ?? '').trim().slice(0, longestText),
    issuer: slugOf('issuer'),
    cadence: slugOf('cadence'),
    underlying: slugOf('underlying'),
    sort: {
      column: column?.id ?? columns[0]?.id ?? '',
      direction: (column && queryParam(query, 'order', oneOf([opposite[first]]))) ?? first
    }
  }
}

/** Writes the choice into a query: '' for the default. Other parameters stay. */
export function writeFundChoice(
  query: string,
  { text, sort, ...choice }: FundChoice,
  columns: readonly SortedColumn[]
): string {
  const first = columns.find(({ id }) => id === sort.column)?.first ?? 'ascending'
  const isReversed = sort.direction !== first
  return withParams(query, {
    q: text.trim() || null,
    issuer: choice.issuer,
    cadence: choice.cadence,
    underlying: choice.underlying,
    sort: sort.column === columns[0]?.id && !isReversed ? null : sort.column,
    order: isReversed ? sort.direction : null
  })
}

const orderWords = {
  words: { ascending: 'A to Z', descending: 'Z to A' },
  day: { ascending: 'earliest first', descending: 'latest first' },
  figure: { ascending: 'lowest first', descending: 'highest first' }
} as const

/** Shown above the table and announced: '12 of 66 funds, by yield, highest first.' */
export function fundCountSentence(
  count: number,
  all: number,
  column: FundColumn,
  direction: Direction
): string {
  if (count === 0) return `0 of ${all} funds.`
  const of = count === all ? `All ${all} funds` : `${count} of ${all} funds`
  const kind = 'figure' in column ? 'figure' : 'day' in column ? 'day' : 'words'
  return `${of}, by ${column.heading.toLowerCase()}, ${orderWords[kind][direction]}.`
}

/** Only differences from the default, so that new columns appear. */
type Changes = Record<string, boolean>

type Known = readonly { id: string; isExtra: boolean }[]

/** Visible columns: the default with this visitor's changes. */
export function readShownColumns(columns: Known): ReadonlySet<string> {
  const changes = readStored('localStorage', storageKeys.fundColumns, toChanges) ?? {}
  return new Set(columns.filter(({ id, isExtra }) => changes[id] ?? !isExtra).map(({ id }) => id))
}

export function saveShownColumns(columns: Known, shown: ReadonlySet<string>): void {
  const changes = columns
    .slice(1)
    .flatMap(({ id, isExtra }) => (shown.has(id) === isExtra ? [[id, isExtra] as const] : []))
  if (changes.length === 0) removeStored('localStorage', storageKeys.fundColumns)
  else writeStored('localStorage', storageKeys.fundColumns, Object.fromEntries(changes))
}

function toChanges(stored: unknown): Changes | undefined {
  return isRecordOf(stored, (shown) => typeof shown === 'boolean') ? stored : undefined
}
