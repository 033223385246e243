import * as z from 'zod/mini'
import { defineAction } from './endpoint.ts'
import { Ticker } from './stock.ts'

const maxRocRows = 2000

const whenRule = 'ex_date_or_year must be a day (YYYY-MM-DD) for a 19a notice, or a year for a final figure'
const percentRule = 'roc_percent must be a number from 0 to 100, or null to remove the row'

/** Columns of data/roc.csv. A `roc_percent` of null removes the row. */
const RocEntry = z.object({
  symbol: Ticker,
  ex_date_or_year: z.string(whenRule).check(z.regex(/^20\d{2}(?:-\d{2}-\d{2})?$/, whenRule)),
  kind: z.enum(['19a', 'final'], 'kind must be 19a or final'),
  roc_percent: z.nullable(z.number(percentRule).check(z.gte(0, percentRule), z.lte(100, percentRule))),
  source: z
    .string('source must be the address of the issuer’s page or document')
    .check(z.maxLength(500, 'source must have at most 500 characters'))
})
export type RocEntry = z.infer<typeof RocEntry>

/** Adds, replaces or removes rows; all or none. */
export const writeReturnOfCapital = defineAction('POST', '/api/admin/return-of-capital', {
  rows: z
    .array(RocEntry)
    .check(
      z.minLength(1, 'rows must have at least one row'),
      z.maxLength(maxRocRows, `rows must have at most ${maxRocRows} rows`)
    )
})
