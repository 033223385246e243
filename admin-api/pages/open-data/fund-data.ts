import { onTodaysBasis, toEntry } from '../../accuracy/record-entry.ts'
import type { EstimateMove } from '../../contract/estimate-moves.ts'
import type { ReinvestmentNeeded, ReturnFacts } from '../../contract/fund-page.ts'
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
import { findComingPaymentsOf } from '../../estimates/coming-payments.db.ts'
import { nextPayment } from '../../estimates/coming-payments.ts'
import { findMoves } from '../../estimates/estimate-moves.ts'
import { type FrozenRow, findFrozenOfFund } from '../../estimates/estimate-record.db.ts'
import { type FundAnswer, findAnswers, findPayingFunds } from '../../estimates/estimates.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { findPathSample } from '../../estimates/outlooks.db.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { leadEnds } from '../../estimator/outlook/outlook.ts'
import { findFormerSymbols, findFormerSymbolsOf } from '../../funds/former-symbols.db.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { nameOfUnderlying } from '../../funds/underlying-names.ts'
import { compareText } from '../../market-days/days.ts'
import { type ExDateRule, usualDates } from '../../market-days/types.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { findCloseRows, findSplitRows, selectPayments } from '../../payments/fund-facts.db.ts'
import { findRocOfFund } from '../../payments/return-of-capital.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { expenseRatioOf } from '../../returns/expense-ratio.ts'
import { readPayments, readSplits } from '../../returns/growth.ts'
import { reinvestmentNeeded } from '../../returns/reinvestment-needed.ts'
import { returnOfCapitalOf } from '../../returns/return-of-capital.ts'
import { listScored } from '../../signed-record/counted-estimates.ts'
import { findVolatilityRows, hasUnderlyingCloses } from './open-data.db.ts'

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
    expense_ratio: expenseRatioOf(row),
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
  const { state: _state, kind: _kind, declared: _declared, ...dates } = next
  const { dividend: amount, payment_frequency: frequency, weight: confidence } = stock
  const { low, high, quantiles, change_chances, one_offs, price, price_date } = stock
  const forecast = { amount, low, high, quantiles, change_chances, one_offs, confidence }
  return { ...dates, ...forecast, frequency, price, price_date }
}

/** Header of every file. */
function aboutFile(source: string): Pick<FundData, 'source' | 'units' | 'license' | 'terms'> {
  return { source, units: dataUnits, license: dataLicense, terms: dataTerms }
}

/** All payments of a fund as published, by ex-date. */
export async function findDataPayments(db: Db, symbol: string, roc: RocOfFund): Promise<DataPayment[]> {
  const payments = await selectPayments(db).where('symbol', '=', symbol).execute()
  const usual = new Set(usualPayments(payments))
  return payments.map((payment) => {
    const figure = returnOfCapitalOf(payment, roc)
    return {
      ex_date: payment.exDate,
      ex_date_basis: payment.exDateBasis,
      pay_date: payment.payDate,
      pay_date_basis: payment.payDateBasis,
      amount: roundTo(6, payment.amount),
      amount_as_paid: payment.amountAsPaid === null ? null : roundTo(6, payment.amountAsPaid),
      is_residual: !usual.has(payment),
      return_of_capital: figure && { percent: figure.percent, kind: figure.kind, of: figure.of }
    }
  })
}

async function findDataCloses(db: Db, symbol: string): Promise<FundData['closes']> {
  return (await findCloseRows(db, symbol)).map(({ date, close, basis, source }) => ({
    date,
    close: roundTo(4, close),
    basis,
    ...(source !== null && { source })
  }))
}

/** In the database an unknown day is '', and notes of inferred splits begin with INFERRED. */
async function findDataSplits(db: Db, symbol: string): Promise<FundData['splits']> {
  return (await findSplitRows(db, symbol)).map(({ date, old_shares, new_shares, basis }) => ({
    date: date === '' ? null : date,
    old_shares,
    new_shares,
    is_inferred: basis.startsWith('INFERRED')
  }))
}

/** Figures of the fund's data file, so that page and browser calculate the same returns. */
export async function findReturnFacts(
  db: Db,
  symbol: string,
  roc: RocOfFund
): Promise<Pick<ReturnFacts, 'closes' | 'payments' | 'splits'>> {
  const closes = await findDataCloses(db, symbol)
  return {
    closes: closes.map(({ date, close }) => ({ date, close })),
    payments: readPayments(await findDataPayments(db, symbol, roc)),
    splits: readSplits(await findDataSplits(db, symbol))
  }
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
  const closes = await findDataCloses(db, symbol)
  const roc = await findRocOfFund(db, symbol)
  const payments = await findDataPayments(db, symbol, roc)
  const volatility = await findVolatilityRows(db, symbol)
  const sample = await findPathSample(db, symbol)
  return {
    ...toFundFields(fund, await findFormerSymbolsOf(db, symbol)),
    ...aboutFile(fund.source_name),
    upcoming: [...(await findComingPaymentsOf(db, symbol))],
    outlook: [...fund.sums],
    path_errors:
      sample.length === 0 ? null : { lead_weeks: [...leadEnds], rows: sample.map((row) => [...row]) },
    estimate_moves: await findMovesOfNext(db, fund),
    payments,
    closes,
    ex_date_rule: toExDateRule(fund.traits?.dates),
    return_of_capital: roc,
    reinvestment_needed: toReinvestment(reinvestmentNeeded({ payments: readPayments(payments), closes })),
    splits: await findDataSplits(db, symbol),
    ...(fund.underlying !== null &&
      (await hasUnderlyingCloses(db, fund.underlying)) && {
        underlying_closes: pathOfUnderlying(fund.underlying)
      }),
    ...(volatility.length > 0 && { underlying_volatility: volatility }),
    past_estimates: toPastEstimates(await findFrozenOfFund(db, symbol))
  }
}

/** Moves of the estimate of a fund's next payment, newest first. */
export async function findMovesOfNext(
  db: Db,
  { symbol, next_ex_date }: Pick<FundAnswer, 'symbol' | 'next_ex_date'>
): Promise<EstimateMove[]> {
  if (next_ex_date === null) return []
  const moves = await findMoves(db, { from: next_ex_date, symbol })
  return moves.map(({ symbol: _symbol, ...move }) => move)
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
