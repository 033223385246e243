import type { ReactNode } from 'react'
import { formatDay } from '../lib/format.ts'

export type Direction = 'ascending' | 'descending'

type Value<Kind extends string | number> = Kind | null | undefined

/**
 * A column of a table as data. Its values (words, a fund's symbol, an ISO day, or a figure with its format) decide how it
 * is aligned, shown, sorted and exported; `cell` shows more than the value. Unknown values are a dash and sorted last.
 * Browsers don't translate figures and symbols.
 */
export type Column<Row> = {
  heading: string
  /** In URLs and storage; by default the heading. */
  id?: string
  /** Content of the head cell, if it is more than the heading. */
  head?: ReactNode
  /** For a column of buttons. */
  isHeadHidden?: boolean
  /** Name on cards, if the heading is too long. */
  label?: string
  /** Name in CSV files, with the unit. */
  csvName?: string
  /** Direction of the first click: what a reader prefers comes first. By default ascending. */
  first?: Direction
  /** Names the row; by default the first column does. */
  isName?: boolean
  /** Shown on cards of main figures. */
  isMain?: boolean
  cell?: (row: Row) => ReactNode
  /** Text of unknown values, if it says more than a dash. */
  missing?: (row: Row) => string
  href?: (row: Row) => string | null
  /** Small print below the value. */
  note?: (row: Row) => ReactNode
  /** Number of columns that the cell of this row covers. */
  span?: (row: Row) => number
  className?: string | undefined
  classOf?: (row: Row) => string | undefined
} & (
  | { words: (row: Row) => Value<string> }
  | { symbol: (row: Row) => string }
  | { day: (row: Row) => Value<string> }
  | { figure: (row: Row) => Value<number>; format: (figure: number) => string }
  | { cell: (row: Row) => ReactNode }
)

export function idOf<Row>({ id, heading }: Column<Row>): string {
  return id ?? heading
}

export function labelOf<Row>({ label, heading }: Column<Row>): string {
  return label ?? heading
}

/** False for a column of drawings or buttons. */
export function hasValues<Row>(column: Column<Row>): boolean {
  return 'figure' in column || 'day' in column || 'words' in column || 'symbol' in column
}

/** Whether a column has a value in any row, or holds something else than values. */
export function hasAnyValue<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  return !hasValues(column) || rows.some((row) => cellValue(column, row) !== null)
}

/** Value to sort by and to export; null if unknown. */
export function cellValue<Row>(column: Column<Row>, row: Row): string | number | null {
  if ('figure' in column) return column.figure(row) ?? null
  if ('day' in column) return column.day(row) ?? null
  if ('symbol' in column) return column.symbol(row)
  return 'words' in column ? (column.words(row) ?? null) : null
}

export function cellText<Row>(column: Column<Row>, row: Row): string {
  const value = cellValue(column, row)
  if (!hasValues(column)) return ''
  if (value === null) return column.missing?.(row) ?? '–'
  if ('day' in column) return formatDay(String(value))
  return 'figure' in column ? column.format(Number(value)) : String(value)
}

/** Rows by a column; rows without a value are last in both directions, equal ones keep their order. */
export function sortRows<Row>(rows: readonly Row[], column: Column<Row>, direction: Direction): Row[] {
  return rows.toSorted((a, b) => compareValues(cellValue(column, a), cellValue(column, b), direction))
}

/** Order of two values; null is last in both directions. */
export function compareValues(
  a: string | number | null,
  b: string | number | null,
  direction: Direction
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const sign = direction === 'ascending' ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * String(a).localeCompare(String(b), 'en')
}

/** Direction after a click on a heading: the column's first one, then the other. */
export function directionAfter(first: Direction = 'ascending', current?: string | null): Direction {
  if (current !== first) return first
  return first === 'ascending' ? 'descending' : 'ascending'
}
