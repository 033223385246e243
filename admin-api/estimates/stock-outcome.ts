import type { StockOutcome, StockResult } from '../contract/stock.ts'
import { formatLongDay } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { ownByDay } from '../market-days/market-calendar.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { DeclaredPayment } from '../payments/expected-payment.ts'
import type { EstimateOfFund } from './estimates.db.ts'
import { quantilesOfRow } from './frozen-rows.ts'

/**
 * Rounds dividends to 4 decimals, prices and percents to 2. The yield is calculated from the rounded dividend and
 * price, so that readers who recalculate it get the same number.
 */
export function toStockOutcome(row: EstimateOfFund): StockOutcome {
  const { status } = row
  if (status !== 'estimated') return { status, message: known(row, 'message') }
  const reasons: string[] = JSON.parse(known(row, 'reasons'))
  const dividend = roundTo(4, known(row, 'amount'))
  const price = roundTo(2, known(row, 'price'))
  const frequency = known(row, 'frequency')
  return {
    status,
    stock: {
      symbol: row.symbol,
      etf_name: row.name,
      issuer: row.issuer,
      dividend,
      low: roundTo(4, known(row, 'low')),
      high: roundTo(4, known(row, 'high')),
      quantiles: quantilesOfRow({
        ...row,
        amount: dividend,
        low: roundTo(4, known(row, 'low')),
        high: roundTo(4, known(row, 'high'))
      }),
      latest_dividend: roundTo(4, known(row, 'latest_amount')),
      latest_ex_date: known(row, 'latest_ex_date'),
      average_dividend: roundTo(4, known(row, 'average_amount')),
      annualized_yield: roundTo(2, ((dividend * frequency) / price) * 100),
      implied_volatility: roundTo(2, known(row, 'volatility') * 100),
      implied_volatility_source: known(row, 'volatility_source'),
      price,
      price_date: known(row, 'price_date'),
      k_factor: roundTo(4, known(row, 'k_factor')),
      weight: roundTo(4, known(row, 'weight')),
      payment_frequency: frequency,
      frequency_label: labelFrequency(frequency),
      next_ex_date: known(row, 'next_ex_date'),
      next_pay_date: known(row, 'next_pay_date'),
      ex_date_range: rangeOfDays(row),
      own_by: ownByDay(row.ex_date_first ?? known(row, 'next_ex_date')),
      dates_confirmed_on: row.dates_confirmed_on,
      one_offs: row.one_offs,
      declared: toDeclared(row.declared),
      as_of: row.as_of,
      reasons,
      data_source: `${row.source_name} to ${formatLongDay(row.as_of)}`,
      renamed_from: null
    }
  }
}

/** Columns of a row with the range of its next ex-date. */
type DayRangeColumns = Pick<EstimateOfFund, 'ex_date_first' | 'ex_date_last'>

export function rangeOfDays({
  ex_date_first: first,
  ex_date_last: last
}: DayRangeColumns): StockResult['ex_date_range'] {
  return first === null || last === null ? null : { first, last }
}

function toDeclared(text: string | null): StockResult['declared'] {
  if (text === null) return null
  const { amount, declaredOn, sourceName, seenOn }: DeclaredPayment = JSON.parse(text)
  return { amount: roundTo(4, amount), declared_on: declaredOn, source: sourceName, seen_on: seenOn }
}

function known<Column extends keyof EstimateOfFund>(
  row: EstimateOfFund,
  column: Column
): NonNullable<EstimateOfFund[Column]> {
  const value = row[column]
  if (value === null)
    throw new Error(`estimate of ${row.symbol} needs ${column} when it is ${row.status}, got null`)
  return value
}
