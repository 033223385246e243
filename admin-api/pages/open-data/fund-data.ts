import type { Selectable } from 'kysely'
import { onTodaysBasis, toEntry } from '../../accuracy/record-entry.ts'
import {
  type ComingPayment,
  type DataFund,
  type DataPayment,
  dataLicense,
  dataPathOfFund,
  dataTerms,
  dataUnits,
  type FundData,
  type FundsData,
  paymentsCsvPathOf
} from '../../contract/open-data.ts'
import type { RocOfFund } from '../../contract/return-of-capital.ts'
import { pathOfUnderlying } from '../../contract/underlying-file.ts'
import { listComingPayments, nextPayment } from '../../estimates/coming-payments.ts'
import { type FrozenRow, findFrozenOfFund } from '../../estimates/estimate-record.db.ts'
import { type FundAnswer, findAnswers, findPayingFunds } from '../../estimates/estimates.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { findFormerSymbols, findFormerSymbolsOf, findNewestPriceDay } from '../../funds/funds.db.ts'
import { nameOfUnderlying } from '../../funds/underlying-names.ts'
import { compareText } from '../../market-days/days.ts'
import { type ExDateRule, usualDates } from '../../market-days/types.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { findCloseRows, findSplitRows } from '../../payments/fund-facts.db.ts'
import { findRocOfFund } from '../../payments/return-of-capital.db.ts'
import type { SplitTable } from '../../platform/database/schema/facts.ts'
import type { Db } from '../../platform/database/schema.ts'
import { readPayments } from '../../returns/growth.ts'
import { type ReinvestmentNeeded, reinvestmentNeeded } from '../../returns/reinvestment-needed.ts'
import { returnOfCapitalOf } from '../../returns/return-of-capital.ts'
import { listScored } from '../../signed-record/counted-estimates.ts'
import {
  type DataPaymentRow,
  findPaymentRows,
  findVolatilityRows,
  hasUnderlyingCloses
} from './open-data.db.ts'

type FundFields = Omit<DataFund, 'data' | 'payments_csv'>
type PastEstimate = FundData['past_estimates'][number]

/** Fields that the fund's file and the file of all funds share. */
function toFundFields(row: FundAnswer, formerSymbols: readonly string[]): FundFields {
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
    estimate: outcome.status === 'estimated' ? toEstimate(outcome.stock, nextPayment(row)) : null,
    no_estimate: outcome.status === 'estimated' ? null : outcome.message
  }
}

type Stock = Extract<ReturnType<typeof toStockOutcome>, { status: 'estimated' }>['stock']

function toEstimate(stock: Stock, next: ComingPayment | null): FundFields['estimate'] {
  if (next === null) return null
  const { state: _state, declared: _declared, ...dates } = next
  const { dividend: amount, payment_frequency: frequency, weight: confidence } = stock
  const { low, high, quantiles, change_chances, one_offs, price, price_date } = stock
  const forecast = { amount, low, high, quantiles, change_chances, one_offs, confidence }
  return { ...dates, ...forecast, frequency, price, price_date }
}

/** Header of every file. */
function aboutFile(source: string): Pick<FundData, 'source' | 'units' | 'license' | 'terms'> {
  return { source, units: dataUnits, license: dataLicense, terms: dataTerms }
}

/** @param rows by ex-date */
export function toDataPayments(rows: readonly DataPaymentRow[], roc: RocOfFund): DataPayment[] {
  const payments = rows.map((row) => ({ ...row, exDate: row.ex_date, payDate: row.payment_date }))
  const usual = new Set(usualPayments(payments))
  return payments.map((row) => {
    const figure = returnOfCapitalOf(row, roc)
    return {
      ex_date: row.ex_date,
      ex_date_basis: row.ex_date_basis,
      pay_date: row.payment_date,
      pay_date_basis: row.payment_date_basis,
      amount: roundTo(6, row.amount),
      amount_as_paid: row.amount_as_paid === null ? null : roundTo(6, row.amount_as_paid),
      is_residual: !usual.has(row),
      return_of_capital: figure && { percent: figure.percent, kind: figure.kind, of: figure.of }
    }
  })
}

function toDataCloses(rows: Awaited<ReturnType<typeof findCloseRows>>): FundData['closes'] {
  return rows.map(({ date, close, basis, source }) => ({
    date,
    close: roundTo(4, close),
    basis,
    ...(source !== null && { source })
  }))
}

/** In the database an unknown day is '', and notes of inferred splits begin with INFERRED. */
function toDataSplits(rows: readonly Omit<Selectable<SplitTable>, 'symbol'>[]): FundData['splits'] {
  return rows.map(({ date, old_shares, new_shares, basis }) => ({
    date: date === '' ? null : date,
    old_shares,
    new_shares,
    is_inferred: basis.startsWith('INFERRED')
  }))
}

/** Scored estimates, live and backtested, by ex-date, converted from the share basis of their day to today's. */
function toPastEstimates(rows: readonly FrozenRow[]): PastEstimate[] {
  const counted = (['replayed', 'live'] as const).flatMap((origin) => listScored(rows, origin))
  return counted
    .map((row) => {
      const { exDate, errorPercent, isInRange } = toEntry(row)
      const today = onTodaysBasis(row)
      return {
        ex_date: exDate,
        origin: row.origin,
        as_of: row.as_of,
        amount: roundTo(4, today.amount),
        low: roundTo(4, today.low),
        high: roundTo(4, today.high),
        quantiles: quantilesOfRow(today)?.map((quantile) => roundTo(4, quantile)) ?? null,
        actual: roundTo(6, row.paid_amount ?? today.actual),
        error_percent: roundTo(2, errorPercent),
        in_range: isInRange
      }
    })
    .sort((a, b) => compareText(a.ex_date, b.ex_date))
}

/** Shares are rounded to a hundredth of a percent. */
export function toReinvestment(needed: ReinvestmentNeeded | null): FundData['reinvestment_needed'] {
  if (needed === null) return null
  const { share, from, to, payments } = needed
  return { percent: share === null ? null : roundTo(2, 100 * share), from, to, payments }
}

function toExDateRule(dates: ExDateRule = usualDates): FundData['ex_date_rule'] {
  return {
    closed: dates.exClosed,
    announcement_closed: dates.announcementClosed,
    payment_slips: dates.paymentSlips,
    skips_bank_holidays: dates.skipsBankHolidays
  }
}

/** Everything about the fund with this current symbol; null for an unknown one. */
export async function loadFundData(db: Db, symbol: string): Promise<FundData | null> {
  const [fund] = await findPayingFunds(db, [symbol])
  if (fund === undefined) return null
  const closes = toDataCloses(await findCloseRows(db, symbol))
  const roc = await findRocOfFund(db, symbol)
  const payments = toDataPayments(await findPaymentRows(db, symbol), roc)
  const volatility = await findVolatilityRows(db, symbol)
  return {
    ...toFundFields(fund, await findFormerSymbolsOf(db, symbol)),
    ...aboutFile(fund.source_name),
    upcoming: listComingPayments(fund),
    payments,
    closes,
    ex_date_rule: toExDateRule(fund.traits?.dates),
    return_of_capital: roc,
    reinvestment_needed: toReinvestment(reinvestmentNeeded({ payments: readPayments(payments), closes })),
    splits: toDataSplits(await findSplitRows(db, symbol)),
    ...(fund.underlying !== null &&
      (await hasUnderlyingCloses(db, fund.underlying)) && {
        underlying_closes: pathOfUnderlying(fund.underlying)
      }),
    ...(volatility.length > 0 && { underlying_volatility: volatility }),
    past_estimates: toPastEstimates(await findFrozenOfFund(db, symbol))
  }
}

export async function loadFundsData(db: Db): Promise<FundsData | null> {
  const asOf = await findNewestPriceDay(db)
  const funds = await findAnswers(db)
  if (asOf === null || funds[0] === undefined) return null
  const formerOf = Map.groupBy(await findFormerSymbols(db), ({ present }) => present)
  return {
    as_of: asOf,
    ...aboutFile(funds[0].source_name),
    funds: funds.map((fund) => {
      const former = formerOf.get(fund.symbol) ?? []
      return {
        ...toFundFields(
          fund,
          former.map(({ symbol }) => symbol)
        ),
        data: dataPathOfFund(fund.symbol),
        payments_csv: paymentsCsvPathOf(fund.symbol)
      }
    })
  }
}
