import { outlookRecordColumns, outlookRecordCsvPath } from '../../contract/outlook-record.ts'
import { findOutlookRecord, type OutlookRecordRow } from '../../estimates/outlook-record/outlook-record.db.ts'
import type { Cell } from '../../platform/files/write-csv.ts'
import { type Columns, defineTable } from './csv-tables.ts'

const columns: Columns<OutlookRecordRow> = Object.fromEntries(
  outlookRecordColumns.map((column): [string, (row: OutlookRecordRow) => Cell] => [
    column,
    (row) => row[column]
  ])
)

/** One row per fund, month and horizon. */
export const outlookRecordTable = defineTable<OutlookRecordRow>({
  path: outlookRecordCsvPath,
  summary: 'What we expected each fund to pay over 3, 6 and 12 months, and what it paid',
  description:
    'A row for each first session of a month, fund and number of months. origin: live was stored and signed on the day of session before it opened, with the day in signed_on; replayed was backtested later from what was known then, is not signed, and is shown apart. amount is the sum of the expected regular payments with ex-dates after as_of up to until, low and high its 80 % range, q05 to q95 further quantiles, repeat the sum if each payment were the median of the last four. All are dollars a share on the share basis of the day in made_at; price of price_date shows later splits, last_split is the newest one before. outcome: scored; closed before until, with what was paid until then; payments-missing, without paid because payments are missing here; empty before until. paid and paid_payments are sum and number of regular payments, paid_in_addition are residual and special ones, which no outlook expects. corrected_on is the day of a new score after a payment was corrected.',
  columns,
  findRows: findOutlookRecord
})
