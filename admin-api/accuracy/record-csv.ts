import { stringify } from 'csv-stringify/sync'
import { recordCsvColumns } from '../contract/record.ts'
import type { RecordRow } from '../estimates/estimate-record.db.ts'
import { pickCounting } from '../estimates/counted-estimates.ts'
import { errorPercent } from './errors.ts'
import { roundTo } from '../numbers/rounding.ts'

type Cells = Record<(typeof recordCsvColumns)[number], string | number | null>

/** The record as RFC 4180 wants it: a header, CRLF after every line, quotes where a value needs them. */
export function toRecordCsv(rows: readonly RecordRow[]): string {
  const counting = pickCounting(rows)
  return stringify(
    rows.map((row) => toCells(row, counting.has(row))),
    // By itself it quotes only a whole CRLF, not one of the two.
    { header: true, columns: recordCsvColumns, record_delimiter: 'windows', quoted_match: /[\r\n]/ }
  )
}

function toCells({ amount, ...row }: RecordRow, isCounting: boolean): Cells {
  const error = row.actual === null ? null : roundTo(6, errorPercent(amount, row.actual))
  return { ...row, estimate: amount, counts: isCounting ? 'yes' : 'no', error_percent: error }
}
