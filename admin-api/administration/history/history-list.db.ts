import { type RawBuilder, type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { HistoryRecord, HistorySort, readHistory } from '../../contract/admin-history.ts'
import type { Frequency } from '../../contract/vocabulary.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { basisRatio } from '../../payments/share-basis.ts'
import { countRows } from '../../platform/database/rows.ts'
import type { PaymentRow } from '../../platform/database/schema/facts.ts'
import type { Db } from '../../platform/database/schema.ts'

type HistoryFilter = Pick<z.output<typeof readHistory.input>, 'ticker' | 'frequency' | 'from' | 'to'>
/** A payment of the history, with the frozen estimate that counts for it. */
type ListedRow = Pick<
  Selectable<PaymentRow>,
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
  frequency: Frequency
  accuracy: number
  /** These are null without such an estimate. */
  frozen_origin: 'live' | 'replayed' | null
  frozen_amount: number | null
  frozen_price: number | null
  /** Close of the estimate's price day, on today's share basis. */
  close_now: number | null
}

/** Shorter gaps mean weekly payments. */
const monthlyGapDays = 10

/** As entered by the operator, otherwise from the gap to the previous payment. */
const frequency = sql<'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'>`coalesce(history.frequency,
  case when julianday(history.ex_date) - julianday((select max(earlier.ex_date) from payment as earlier
    where earlier.symbol = history.symbol and earlier.ex_date < history.ex_date))
    < ${sql.lit(monthlyGapDays)} then 'WEEKLY' else 'MONTHLY' end)`

/** Score of the operator's estimate, otherwise of the frozen one that counts. */
const accuracy = sql<number>`coalesce(history.accuracy_score,
  case when history.estimated_amount is null then counted.accuracy_score end, 0)`

const orders: Record<HistorySort, RawBuilder<unknown>> = {
  '-payment_date': sql`history.payment_date desc`,
  payment_date: sql`history.payment_date asc`,
  '-ticker': sql`history.symbol desc`,
  ticker: sql`history.symbol asc`,
  '-accuracy_score': sql`${accuracy} desc`,
  accuracy_score: sql`${accuracy} asc`
}

export function countHistoryRows(db: Db, filter: HistoryFilter): Promise<number> {
  return countRows(db.selectFrom('dividend_history as history').where(matching(filter)))
}

/**
 * Rows for the operator, each with the frozen estimate that counts for it: the last live one before the
 * payment, otherwise the last backtested one.
 */
export async function findPage(
  db: Db,
  filter: HistoryFilter,
  { sort, limit, offset }: { sort: HistorySort; limit: number; offset: number }
): Promise<ListedRow[]> {
  const frozen = db
    .selectFrom('estimate_record')
    .selectAll()
    .select((eb) => [
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy(['symbol', 'paid_ex_date'])
            .orderBy('origin')
            .orderBy('version', 'desc')
            .orderBy('as_of', 'desc')
        )
        .as('rank')
    ])
    .where('paid_ex_date', 'is not', null)
    .$if(filter.ticker !== undefined, (query) => query.where('symbol', '=', filter.ticker ?? ''))
    .as('counted')
  return db
    .selectFrom('dividend_history as history')
    .leftJoin(frozen, (join) =>
      join
        .onRef('counted.symbol', '=', 'history.symbol')
        .onRef('counted.paid_ex_date', '=', 'history.ex_date')
        .on('counted.rank', '=', 1)
        .on('history.amount', 'is not', null)
    )
    .leftJoin('price', (join) =>
      join.onRef('price.symbol', '=', 'counted.symbol').onRef('price.date', '=', 'counted.price_date')
    )
    .select([
      'history.symbol',
      'history.payment_date',
      'history.ex_date',
      'history.amount',
      'history.estimated_amount',
      'history.implied_volatility',
      'history.price',
      'history.average_amount',
      'history.collection_date',
      frequency.as('frequency'),
      accuracy.as('accuracy'),
      'counted.origin as frozen_origin',
      'counted.amount as frozen_amount',
      'counted.price as frozen_price',
      'price.close as close_now'
    ])
    .where(matching(filter))
    .orderBy(orders[sort])
    .orderBy('history.payment_date', 'desc')
    .orderBy('history.symbol')
    .limit(limit)
    .offset(offset)
    .execute()
}

function matching({ ticker, frequency: requested, from, to }: HistoryFilter) {
  const conditions = [
    ticker === undefined ? undefined : sql<boolean>`history.symbol = ${ticker}`,
    from === undefined ? undefined : sql<boolean>`history.payment_date >= ${from}`,
    to === undefined ? undefined : sql<boolean>`history.payment_date <= ${to}`,
    requested === undefined ? undefined : sql<boolean>`${frequency} = ${requested}`
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql.join<boolean>(conditions, sql` and `)
}

export async function findOne(db: Db, symbol: string, paymentDate: string): Promise<ListedRow | undefined> {
  const ofDay = { ticker: symbol, from: paymentDate, to: paymentDate }
  const [row] = await findPage(db, ofDay, { sort: 'ticker', limit: 1, offset: 0 })
  return row
}

/** Maps a row to its published form; frozen estimates are converted to today's share basis. */
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
