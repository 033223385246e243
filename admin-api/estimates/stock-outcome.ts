import type { FundSummary } from '../contract/fund-page.ts'
import type { ComingPayment } from '../contract/open-data.ts'
import type { OutlookSum } from '../contract/payout-figures.ts'
import type { StockOutcome, StockResult } from '../contract/stock.ts'
import { formatLongDay } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { type ChangeChances, changeChances } from '../numbers/change-chances.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { nextPayment } from './coming-payments.ts'
import type { FundAnswer } from './estimates.db.ts'
import { quantilesOfRow } from './frozen-rows.ts'

/**
 * Rounds dividends to 4 decimals, prices and percents to 2. The yield is calculated from the rounded dividend and
 * price, so that readers who recalculate it get the same number.
 * @param coming the fund's coming payments, where the own-by date after the next one is shown
 * @param outlook sums of them, where they are shown
 */
export function toStockOutcome(
  row: FundAnswer,
  coming: readonly ComingPayment[] = [],
  outlook: readonly OutlookSum[] = []
): StockOutcome {
  const { status } = row
  if (status !== 'estimated') return { status, message: columnOf(row, 'message') }
  const next = nextPayment(row)
  if (next === null) throw new Error(`estimate of ${row.symbol} needs days when it is ${status}, got none`)
  const reasons: string[] = JSON.parse(columnOf(row, 'reasons'))
  const dividend = roundTo(4, columnOf(row, 'amount'))
  const low = roundTo(4, columnOf(row, 'low'))
  const high = roundTo(4, columnOf(row, 'high'))
  const price = roundTo(2, columnOf(row, 'price'))
  const frequency = columnOf(row, 'frequency')
  const quantiles = quantilesOfRow({ ...row, amount: dividend, low, high })
  const latest = roundTo(4, columnOf(row, 'latest_amount'))
  return {
    status,
    stock: {
      symbol: row.symbol,
      etf_name: row.name,
      issuer: row.issuer,
      dividend,
      low,
      high,
      quantiles,
      change_chances: quantiles && roundChances(changeChances(quantiles, latest)),
      latest_dividend: latest,
      latest_ex_date: columnOf(row, 'latest_ex_date'),
      average_dividend: roundTo(4, columnOf(row, 'average_amount')),
      annualized_yield: roundTo(2, ((dividend * frequency) / price) * 100),
      implied_volatility: roundTo(2, columnOf(row, 'volatility') * 100),
      implied_volatility_source: columnOf(row, 'volatility_source'),
      price,
      price_date: columnOf(row, 'price_date'),
      outlook: [...outlook],
      k_factor: roundTo(4, columnOf(row, 'k_factor')),
      weight: roundTo(4, columnOf(row, 'weight')),
      payment_frequency: frequency,
      frequency_label: labelFrequency(frequency),
      next_ex_date: next.ex_date,
      next_pay_date: next.pay_date,
      ex_date_range: next.ex_date_range,
      own_by: next.own_by,
      following_own_by:
        coming.find(({ kind, ex_date }) => kind === 'regular' && ex_date > next.ex_date)?.own_by ?? null,
      dates_confirmed_on: next.dates_confirmed_on,
      one_offs: row.one_offs,
      declared:
        next.amount === null || next.declared === null ? null : { amount: next.amount, ...next.declared },
      as_of: row.as_of,
      reasons,
      data_source: `${row.source_name} to ${formatLongDay(row.as_of)}`,
      renamed_from: null
    }
  }
}

/** Two decimals that add up to 1. */
function roundChances(chances: ChangeChances | null): StockResult['change_chances'] {
  if (chances === null) return null
  const [cut, raise] = [roundTo(2, chances.cut), roundTo(2, chances.raise)]
  return { cut, same: roundTo(2, Math.max(0, 1 - cut - raise)), raise }
}

export function toFundSummary(fund: FundAnswer): FundSummary {
  const { symbol, name, issuer, status, amount, frequency, next_ex_date: nextExDate, as_of: asOf } = fund
  const isEstimated = amount !== null && frequency !== null && nextExDate !== null
  return {
    symbol,
    name,
    issuer,
    status,
    estimate: isEstimated
      ? { dividend: roundTo(4, amount), frequencyLabel: labelFrequency(frequency), nextExDate, asOf }
      : null
  }
}

/** The value of a column that isn't null while there is an estimate. */
function columnOf<Column extends keyof FundAnswer>(
  row: FundAnswer,
  column: Column
): NonNullable<FundAnswer[Column]> {
  const value = row[column]
  if (value === null)
    throw new Error(`estimate of ${row.symbol} needs ${column} when it is ${row.status}, got null`)
  return value
}
