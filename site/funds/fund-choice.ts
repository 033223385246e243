import { oneOf, queryParam } from '../lib/query-param.ts'
import { isRecordOf, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'
import type { Direction } from '../ui/table-columns.ts'
import type { FundColumn } from './columns.ts'

export type FundSort = { column: string; direction: Direction }

type SortedColumn = Pick<FundColumn, 'id' | 'first'>

const opposite = { ascending: 'descending', descending: 'ascending' } as const

/** Reads the sorting from a query, ignoring unknown values. Sorted by the first column by default. */
export function readSort(query: string, columns: readonly [SortedColumn, ...SortedColumn[]]): FundSort {
  const asked = queryParam(query, 'sort', (sort) => columns.find(({ id }) => id === sort) ?? null)
  const { id, first = 'ascending' } = asked ?? columns[0]
  const reversed = asked && queryParam(query, 'order', oneOf([opposite[first]]))
  return { column: id, direction: reversed ?? first }
}

/** Parameters of a sorting: null for the default. */
export function sortParams({ column, direction }: FundSort, columns: readonly SortedColumn[]) {
  const first = columns.find(({ id }) => id === column)?.first ?? 'ascending'
  const isReversed = direction !== first
  return {
    sort: column === columns[0]?.id && !isReversed ? null : column,
    order: isReversed ? direction : null
  }
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
