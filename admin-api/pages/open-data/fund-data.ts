import type { Selectable } from 'kysely'
import type { DataPayment, FundData } from '../../contract/open-data.ts'
import {
  type DataFund,
  dataPathOfFund,
  dataTerms,
  dataUnits,
  paymentsCsvPathOf
} from '../../contract/open-data.ts'
import type { FundAnswer } from '../../estimates/current-estimates.db.ts'
import type { SplitTable } from '../../platform/database/schema/facts.ts'
import { listScored } from '../../estimates/counted-estimates.ts'
import { errorPercent } from '../../accuracy/errors.ts'
import { basisRatio } from '../../payments/basis-ratio.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { roundTo } from '../../numbers/rounding.ts'
import { nameOfUnderlying } from '../../funds/underlying-names.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import type { DataPaymentRow, ScoredEstimateRow } from './open-data.db.ts'

type FundFields = Omit<DataFund, 'data' | 'payments_csv'>
type PastEstimate = FundData['past_estimates'][number]

/** The same in the file of the fund and in that of all funds. */
export function toFundFields(row: FundAnswer, formerSymbols: readonly string[]): FundFields {
  const outcome = toStockOutcome(row)
  return {
    symbol: row.symbol,
    former_symbols: [...formerSymbols],
    name: row.name,
    issuer: row.issuer,
    family: row.family,
    underlying:
      row.underlying === null ? null : { ticker: row.underlying, name: nameOfUnderlying(row.underlying) },
    state: row.state,
    state_since: row.state === 'open' ? null : row.state_since,
    as_of: row.as_of,
    estimate: outcome.status === 'estimated' ? toEstimate(outcome.stock) : null,
    no_estimate: outcome.status === 'estimated' ? null : outcome.message
  }
}

type Stock = Extract<ReturnType<typeof toStockOutcome>, { status: 'estimated' }>['stock']

function toEstimate(stock: Stock): NonNullable<FundFields['estimate']> {
  return {
    amount: stock.dividend,
    low: stock.low,
    high: stock.high,
    ex_date: stock.next_ex_date,
    own_by: stock.own_by,
    pay_date: stock.next_pay_date,
    dates_confirmed_on: stock.dates_confirmed_on,
    frequency: stock.payment_frequency,
    price: stock.price,
    price_date: stock.price_date,
    confidence: stock.weight
  }
}

export function toDataFund(row: FundAnswer, formerSymbols: readonly string[]): DataFund {
  const { symbol } = row
  return {
    ...toFundFields(row, formerSymbols),
    data: dataPathOfFund(symbol),
    payments_csv: paymentsCsvPathOf(symbol)
  }
}

/** What every file says of itself. */
export function aboutFile(source: string): Pick<FundData, 'source' | 'units' | 'terms'> {
  return { source, units: dataUnits, terms: dataTerms }
}

/** `rows` by ex-date. */
export function toDataPayments(rows: readonly DataPaymentRow[]): DataPayment[] {
  const payments = rows.map((row) => ({ ...row, exDate: row.ex_date }))
  const usual = new Set(usualPayments(payments))
  return payments.map((row) => ({
    ex_date: row.ex_date,
    ex_date_basis: row.ex_date_basis,
    pay_date: row.payment_date,
    pay_date_basis: row.payment_date_basis,
    amount: roundTo(6, row.amount),
    amount_as_paid: row.amount_as_paid === null ? null : roundTo(6, row.amount_as_paid),
    is_residual: !usual.has(row)
  }))
}

export function toDataCloses(rows: FundData['closes']): FundData['closes'] {
  return rows.map(({ date, close, basis }) => ({ date, close: roundTo(4, close), basis }))
}

/** In the database a day that is unknown is '', and the note on a split that was worked out begins with INFERRED. */
export function toDataSplits(rows: readonly Omit<Selectable<SplitTable>, 'symbol'>[]): FundData['splits'] {
  return rows.map(({ date, old_shares, new_shares, basis }) => ({
    date: date === '' ? null : date,
    old_shares,
    new_shares,
    is_inferred: basis.startsWith('INFERRED')
  }))
}

/**
 * The estimates that count, replayed and live, by ex-date. A frozen estimate stands on the share basis of its day; here
 * it is put on today's, as the payments beside it are.
 */
export function toPastEstimates(
  rows: readonly ScoredEstimateRow[],
  closeOn: ReadonlyMap<string, number>
): PastEstimate[] {
  const counted = (['replayed', 'live'] as const).flatMap((origin) => listScored(rows, origin))
  return counted
    .map(({ amount, low, high, actual, paid_amount, price, price_date, ...row }) => {
      const ratio = basisRatio({ price, close_now: closeOn.get(price_date) ?? null })
      return {
        ex_date: row.paid_ex_date,
        origin: row.origin,
        as_of: row.as_of,
        amount: roundTo(4, amount * ratio),
        low: roundTo(4, low * ratio),
        high: roundTo(4, high * ratio),
        actual: roundTo(6, paid_amount ?? actual * ratio),
        error_percent: roundTo(2, errorPercent(amount, actual)),
        in_range: actual >= low && actual <= high
      }
    })
    .sort((a, b) => (a.ex_date < b.ex_date ? -1 : a.ex_date > b.ex_date ? 1 : 0))
}
