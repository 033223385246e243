import { daysAhead, findPaymentsAhead, type PaymentAhead } from '../../accuracy/days-ahead.ts'
import type { ComingPayment, DataPayment, FundData } from '../../contract/open-data.ts'
import type { RocOfFund } from '../../contract/return-of-capital.ts'
import type { StockResult } from '../../contract/stock.ts'
import { frequencyOf, listComingPayments, nextPayment } from '../../estimates/coming-payments.ts'
import { findRecord, type RecordRow } from '../../estimates/estimate-record.db.ts'
import { findPayingFunds } from '../../estimates/estimates.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { findNewestPriceDay } from '../../funds/funds.db.ts'
import { addDays, compareText, daysBetween } from '../../market-days/days.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import { findLeadTimes } from '../../payments/first-seen.db.ts'
import { findFundHistories } from '../../payments/fund-histories.db.ts'
import { findRocByFund } from '../../payments/return-of-capital.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Cell, formatCsv } from '../../platform/files/write-csv.ts'
import { reinvestmentNeeded } from '../../returns/reinvestment-needed.ts'
import { pickCounting } from '../../signed-record/counted-estimates.ts'
import { toReinvestment } from './fund-data.ts'

/*
 * Tables of all funds for spreadsheets. Columns keep their names and places, because formulas count them; new ones are
 * added at the end.
 */

type PayingFund = Awaited<ReturnType<typeof findPayingFunds>>[number]
type Columns<Row> = Record<string, (row: Row) => Cell | undefined>

type FundRow = {
  fund: PayingFund
  /** Null without an estimate. */
  stock: StockResult | null
  next: ComingPayment | null
  needed: FundData['reinvestment_needed']
  roc: RocOfFund
}

export const fundColumns: Columns<FundRow> = {
  symbol: ({ fund }) => fund.symbol,
  name: ({ fund }) => fund.name,
  issuer: ({ fund }) => fund.issuer,
  family: ({ fund }) => fund.family,
  frequency: ({ fund }) => frequencyOf(fund),
  estimate: ({ stock }) => stock?.dividend,
  low: ({ stock }) => stock?.low,
  high: ({ stock }) => stock?.high,
  state: ({ next, fund }) => next?.state ?? fund.status,
  ex_date: ({ next }) => next?.ex_date,
  own_by: ({ next }) => next?.own_by,
  pay_date: ({ next }) => next?.pay_date,
  price: ({ stock }) => stock?.price,
  price_date: ({ stock }) => stock?.price_date,
  yield_percent: ({ stock }) => stock?.annualized_yield,
  reinvestment_needed_percent: ({ needed }) => needed?.percent,
  roc_percent: ({ roc }) => roc.notices.at(-1)?.percent,
  roc_ex_date: ({ roc }) => roc.notices.at(-1)?.ex_date,
  roc_year_percent: ({ roc }) => roc.finals.at(-1)?.percent,
  roc_year: ({ roc }) => roc.finals.at(-1)?.year,
  confidence: ({ stock }) => stock?.weight,
  declared_amount: ({ stock }) => stock?.declared?.amount,
  reinvestment_result: ({ needed }) =>
    needed === null ? 'short_history' : needed.percent === null ? 'not_enough' : 'enough',
  reinvestment_from: ({ needed }) => needed?.from,
  reinvestment_to: ({ needed }) => needed?.to,
  as_of: ({ fund }) => fund.as_of,
  cut_chance: ({ stock }) => stock?.change_chances?.cut,
  same_chance: ({ stock }) => stock?.change_chances?.same,
  raise_chance: ({ stock }) => stock?.change_chances?.raise
}

/** One row per fund by symbol, with the estimate that a search returns. */
export async function writeFunds(db: Db): Promise<string> {
  const historyOf = new Map((await findFundHistories(db)).map(({ history }) => [history.symbol, history]))
  const rocOf = await findRocByFund(db)
  const rows = (await findPayingFunds(db, null)).map((fund): FundRow => {
    const outcome = toStockOutcome(fund)
    return {
      fund,
      stock: outcome.status === 'estimated' ? outcome.stock : null,
      next: nextPayment(fund),
      needed: toReinvestment(reinvestmentNeeded(historyOf.get(fund.symbol) ?? { payments: [], closes: [] })),
      roc: rocOf(fund.symbol)
    }
  })
  return writeTable(fundColumns, rows)
}

/** Number of days after the newest figures for which coming payments are listed. */
export const upcomingDays = 90

export const upcomingColumns: Columns<{ fund: PayingFund; payment: ComingPayment }> = {
  symbol: ({ fund }) => fund.symbol,
  name: ({ fund }) => fund.name,
  state: ({ payment }) => payment.state,
  ex_date: ({ payment }) => payment.ex_date,
  ex_date_first: ({ payment }) => payment.ex_date_range?.first,
  ex_date_last: ({ payment }) => payment.ex_date_range?.last,
  own_by: ({ payment }) => payment.own_by,
  pay_date: ({ payment }) => payment.pay_date,
  amount: ({ payment }) => payment.amount,
  low: ({ payment }) => payment.low,
  high: ({ payment }) => payment.high,
  as_of: ({ fund }) => fund.as_of
}

/** One row per coming payment of any fund, by ex-date. */
export async function writeUpcoming(db: Db): Promise<string> {
  const asOf = await findNewestPriceDay(db)
  const until = asOf === null ? '' : addDays(asOf, upcomingDays)
  const rows = (await findPayingFunds(db, null)).flatMap((fund) =>
    listComingPayments(fund, until).map((payment) => ({ fund, payment }))
  )
  const listed = rows.filter(({ payment }) => payment.ex_date <= until)
  return writeTable(
    upcomingColumns,
    listed.sort((a, b) => compareText(a.payment.ex_date, b.payment.ex_date))
  )
}

type LeadTime = Awaited<ReturnType<typeof findLeadTimes>>['leadTimes'][number]

export const leadTimeColumns: Columns<LeadTime> = {
  symbol: ({ symbol }) => symbol,
  family: ({ family }) => family,
  ex_date: (row) => row.ex_date,
  amount: ({ amount }) => amount,
  source: (row) => row.source_name,
  first_seen_at: (row) => row.seen_at,
  hours_before_open: ({ hours }) => hours
}

/** One row per payment that was first seen since measuring began. */
export async function writeLeadTimes(db: Db): Promise<string> {
  return writeTable(leadTimeColumns, (await findLeadTimes(db)).leadTimes)
}

const errorColumns = daysAhead.map((days, i): [string, (row: PaymentAhead) => Cell] => [
  `error_percent_${days}d`,
  ({ errors }) => roundTo(2, errors[i] ?? Number.NaN)
])

export const daysAheadColumns: Columns<PaymentAhead> = {
  symbol: ({ symbol }) => symbol,
  family: ({ family }) => family,
  ex_date: ({ exDate }) => exDate,
  known_at: ({ knownAt }) => knownAt,
  known_by: ({ knownBy }) => knownBy,
  days_within_10_percent: ({ daysRight }) => roundTo(2, daysRight),
  ...Object.fromEntries(errorColumns)
}

/** One row per payment of a fund whose live estimates began at least 14 days before. */
export async function writeDaysAhead(db: Db): Promise<string> {
  return writeTable(daysAheadColumns, await findPaymentsAhead(db))
}

export const paymentColumns: Columns<DataPayment & { symbol: string }> = {
  symbol: ({ symbol }) => symbol,
  ex_date: (payment) => payment.ex_date,
  ex_date_basis: (payment) => payment.ex_date_basis,
  pay_date: (payment) => payment.pay_date,
  pay_date_basis: (payment) => payment.pay_date_basis,
  amount: ({ amount }) => amount,
  amount_as_paid: (payment) => payment.amount_as_paid,
  is_residual: (payment) => (payment.is_residual ? 'yes' : 'no'),
  roc_percent: (payment) => payment.return_of_capital?.percent,
  roc_kind: (payment) => payment.return_of_capital?.kind ?? 'unknown',
  roc_of: (payment) => payment.return_of_capital?.of
}

export function writePayments(symbol: string, payments: readonly DataPayment[]): string {
  return writeTable(
    paymentColumns,
    payments.map((payment) => ({ symbol, ...payment }))
  )
}

const hubDays = 365

/** A quantile of an estimate in the columns of forecast hubs; `exDate` is the actual one as soon as it is known. */
export const hubColumns: Columns<{
  row: RecordRow
  exDate: string
  value: number
  level: number | undefined
}> = {
  model_id: ({ row }) => (row.origin === 'live' ? 'doubloon-live' : 'doubloon-backtested'),
  reference_date: ({ row }) => row.as_of,
  target: () => 'distribution per share',
  horizon: ({ row, exDate }) => daysBetween(row.as_of, exDate),
  target_end_date: ({ exDate }) => exDate,
  location: ({ row }) => row.symbol,
  output_type: () => 'quantile',
  output_type_id: ({ level }) => level,
  value: ({ value }) => value
}

/** Quantiles of the estimates that count, of the last year and to come. */
export async function writeHub(db: Db): Promise<string> {
  const since = addDays((await findNewestPriceDay(db)) ?? '2000-01-01', -hubDays)
  const rows = [...pickCounting(await findRecord(db))].flatMap((row) => {
    const exDate = row.paid_ex_date ?? row.ex_date
    const quantiles = exDate > since ? quantilesOfRow(row) : null
    return (quantiles ?? []).map((value, i) => ({ row, exDate, value, level: quantileLevels[i] }))
  })
  return writeTable(hubColumns, rows)
}

function writeTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.entries(columns)
  return formatCsv(
    Object.keys(columns),
    rows.map((row) => Object.fromEntries(cells.map(([name, cell]) => [name, cell(row) ?? null])))
  )
}
