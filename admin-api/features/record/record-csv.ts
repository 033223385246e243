import { recordCsvColumns } from '../../contract/record.ts'
import { pickCounting } from '../../db/counted-estimates.ts'
import type { RecordRow } from '../../db/estimate-record.db.ts'
import { roundTo } from '../../db/wire-format.ts'
import { errorPercent } from '../../estimator/record/accuracy.ts'

type Cells = Record<(typeof recordCsvColumns)[number], string | number | null>

/** The record as RFC 4180 wants it: a header, CRLF after every line, quotes where a value needs them. */
export function toRecordCsv(rows: readonly RecordRow[]): string {
  const counting = pickCounting(rows)
  const lines = rows.map((row) => {
    const cells = toCells(row, counting.has(row))
    return recordCsvColumns.map((column) => quote(cells[column])).join(',')
  })
  return [recordCsvColumns.join(','), ...lines, ''].join('\r\n')
}

function toCells({ amount, ...row }: RecordRow, isCounting: boolean): Cells {
  const error = row.actual === null ? null : roundTo(6, errorPercent(amount, row.actual))
  return { ...row, estimate: amount, counts: isCounting ? 'yes' : 'no', error_percent: error }
}

function quote(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
