import type { HistoryRecord } from '../../contract/admin-history.ts'
import type { RecordRow } from '../../estimates/estimate-record.db.ts'
import type { HistoryRow } from '../../payments/history-rows.db.ts'
import { basisRatio } from '../../payments/basis-ratio.ts'
import { roundTo } from '../../numbers/rounding.ts'

/** A row of the history with the frozen estimate that counts for it. */
export type ListedRow = Pick<
  HistoryRow,
  | 'symbol'
  | 'payment_date'
  | 'ex_date'
  | 'amount'
  | 'estimated_amount'
  | 'implied_volatility'
  | 'price'
  | 'average_amount'
  | 'collection_date'
> & {
  frequency: NonNullable<HistoryRow['frequency']>
  /** Of the operator's estimate, else of the frozen one; 0 where there is none. */
  accuracy: number
  frozen_amount: number | null
  frozen_price: number | null
  frozen_origin: RecordRow['origin'] | null
  /** Today's close of the day of the frozen price, which shows splits since. */
  close_now: number | null
}

/** A row in the words of the wire; a frozen estimate is put on today's share basis. */
export function toHistoryRecord(row: ListedRow): HistoryRecord {
  return {
    ticker: row.symbol,
    payment_date: row.payment_date,
    ex_date: row.ex_date,
    actual_dividend: row.amount,
    ...estimateOf(row),
    frequency: row.frequency,
    implied_volatility: row.implied_volatility,
    current_price: row.price,
    average_dividend: row.average_amount,
    accuracy_score: row.accuracy,
    collection_date: row.collection_date
  }
}

function estimateOf(row: ListedRow): Pick<HistoryRecord, 'estimated_dividend' | 'estimate_origin'> {
  if (row.estimated_amount !== null)
    return { estimated_dividend: row.estimated_amount, estimate_origin: 'operator' }
  const { frozen_amount, frozen_price, frozen_origin, close_now } = row
  if (frozen_amount === null || frozen_price === null || frozen_origin === null)
    return { estimated_dividend: null, estimate_origin: null }
  const ratio = basisRatio({ price: frozen_price, close_now })
  return { estimated_dividend: roundTo(4, frozen_amount * ratio), estimate_origin: frozen_origin }
}
