import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../../contract/spreadsheets.ts'

export type Cell = string | number | null

/** Formats rows as RFC 4180 requires: a header, CRLF after every line, quotes where needed; null is an empty cell, and no text is a formula. */
export function formatCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[]
): string {
  // By default the library doesn't quote a lone CR or LF.
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: escapeFormula }
  })
}
