import { daysAhead, findPaymentsAhead, type PaymentAhead } from '../../accuracy/days-ahead.ts'
import {
  type ComingPayment,
  type DataPayment,
  daysAheadCsvPath,
  type FundData,
  fundsCsvPath,
  leadTimesCsvPath,
  upcomingCsvPath
} from '../../contract/open-data.ts'
import type { OutlookSum } from '../../contract/payout-figures.ts'
import { recordCsvPath } from '../../contract/record.ts'
import type { RocOfFund } from '../../contract/return-of-capital.ts'
import { recordHubPath } from '../../contract/signed-record.ts'
import type { StockResult } from '../../contract/stock.ts'
import { findComingPayments } from '../../estimates/coming-payments.db.ts'
import { frequencyOf, nextPayment } from '../../estimates/coming-payments.ts'
import { findRecord, type RecordRow } from '../../estimates/estimate-record.db.ts'
import { type FundWithPayments, findPayingFunds } from '../../estimates/estimates.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { addDays, compareText, daysBetween } from '../../market-days/days.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import { findLeadTimes } from '../../payments/first-seen.db.ts'
import { findHistories } from '../../payments/fund-histories.db.ts'
import { findRocByFund } from '../../payments/return-of-capital.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Cell, formatCsv } from '../../platform/files/write-csv.ts'
import { expenseRatioOf } from '../../returns/expense-ratio.ts'
import { reinvestmentNeeded } from '../../returns/reinvestment-needed.ts'
import { pickCounting } from '../../signed-record/counted-estimates.ts'
import { toReinvestment } from './fund-data.ts'

/*
 * Tables for spreadsheets. Columns keep their names and places, because formulas count them; new ones are added at the
 * end.
 */

/** A table as /developers and the OpenAPI document describe it. */
export type CsvFile = { path: string; summary: string; description?: string; columns: readonly string[] }

/** A table of all funds. */
export type CsvTable = CsvFile & { write: (db: Db) => Promise<string> }

export type Columns<Row> = Record<string, (row: Row) => Cell | undefined>

export function defineTable<Row>({
  columns,
  findRows,
  ...about
}: Omit<CsvFile, 'columns'> & {
  columns: Columns<Row>
  findRows: (db: Db) => Promise<readonly Row[]>
}): CsvTable {
  return {
    ...about,
    columns: Object.keys(columns),
    write: async (db) => writeRows(columns, await findRows(db))
  }
}

type FundRow = {
  fund: FundWithPayments
  /** Null without an estimate. */
  stock: StockResult | null
  next: ComingPayment | null
  needed: FundData['reinvestment_needed']
  roc: RocOfFund
  outlook: readonly OutlookSum[]
}

const fundColumns: Columns<FundRow> = {
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
  raise_chance: ({ stock }) => stock?.change_chances?.raise,
  expense_ratio_percent: ({ fund }) => expenseRatioOf(fund)?.percent,
  expense_ratio_as_of: ({ fund }) => expenseRatioOf(fund)?.as_of,
  expense_ratio_source: ({ fund }) => expenseRatioOf(fund)?.source,
  expense_ratio_caution: ({ fund }) => expenseRatioOf(fund)?.caution,
  ...outlookColumns()
}

/** Sums over 12, 6 and 3 months with their ranges. */
function outlookColumns(): Columns<FundRow> {
  return Object.fromEntries(
    [12, 6, 3].flatMap((months) =>
      (['amount', 'low', 'high'] as const).map((field): [string, (row: FundRow) => Cell] => [
        `outlook_${months}_months${field === 'amount' ? '' : `_${field}`}`,
        ({ outlook }) => outlook.find((sum) => sum.months === months)?.[field] ?? null
      ])
    )
  )
}

/** One row per fund by symbol, with the estimate that a search returns. */
export const fundsTable = defineTable({
  path: fundsCsvPath,
  summary: 'All funds, one row each: estimate, next days, price, yield, reinvestment needed',
  description:
    'state is that of the next payment (declared or estimated), or why there is none. reinvestment_needed_percent is the smallest share of each payment that, reinvested on its pay date, kept the value of the close of reinvestment_from until that of reinvestment_to, a year later; reinvestment_result is not_enough if all of it did not, and short_history without a year of closes. It describes the past. roc_percent is of the last 19a notice, roc_year_percent of the last final figure. cut_chance, same_chance and raise_chance are change_chances of the data files. expense_ratio_percent is net, a year, of the day or year expense_ratio_as_of; empty is unknown, not 0. expense_ratio_caution says why it may be wrong or not the whole cost. outlook_12_months and the like are sums of coming payments a share, with their 80 % ranges.',
  columns: fundColumns,
  findRows: async (db) => {
    const historyOf = new Map((await findHistories(db)).map((history) => [history.symbol, history]))
    const rocOf = await findRocByFund(db)
    return (await findPayingFunds(db, null)).map((fund) => {
      const outcome = toStockOutcome(fund)
      const history = historyOf.get(fund.symbol) ?? { payments: [], closes: [] }
      return {
        fund,
        stock: outcome.status === 'estimated' ? outcome.stock : null,
        next: nextPayment(fund),
        needed: toReinvestment(reinvestmentNeeded(history)),
        roc: rocOf(fund.symbol),
        outlook: fund.sums
      }
    })
  }
})

/** Number of days after the newest figures for which coming payments are listed. */
export const upcomingDays = 90

/** One row per coming payment of any fund, by ex-date. */
export const upcomingTable = defineTable<{ fund: FundWithPayments; payment: ComingPayment }>({
  path: upcomingCsvPath,
  summary: `Coming payments of all funds, with ex-dates in the ${upcomingDays} days after the newest price`,
  description:
    'The first rows of upcoming in the files of the funds: state, days and amounts are explained there.',
  columns: {
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
    as_of: ({ fund }) => fund.as_of,
    kind: ({ payment }) => payment.kind
  },
  findRows: async (db) => {
    const asOf = await findNewestPriceDay(db)
    const until = asOf === null ? '' : addDays(asOf, upcomingDays)
    const comingOf = await findComingPayments(db, null, until)
    return (await findPayingFunds(db, null))
      .flatMap((fund) => (comingOf.get(fund.symbol) ?? []).map((payment) => ({ fund, payment })))
      .sort((a, b) => compareText(a.payment.ex_date, b.payment.ex_date))
  }
})

type LeadTime = Awaited<ReturnType<typeof findLeadTimes>>['leadTimes'][number]

/** One row per payment that was first seen since measuring began. */
export const leadTimesTable = defineTable<LeadTime>({
  path: leadTimesCsvPath,
  summary: 'How early each payment was known, by family and source',
  description:
    'One row per payment whose amount a collection of this installation first saw since it began to measure. hours_before_open is from first_seen_at to 9:30 in New York on the ex-date, below 0 if it was seen later. /status has the medians by family.',
  columns: {
    symbol: ({ symbol }) => symbol,
    family: ({ family }) => family,
    ex_date: (row) => row.ex_date,
    amount: ({ amount }) => amount,
    source: (row) => row.source_name,
    first_seen_at: (row) => row.seen_at,
    hours_before_open: ({ hours }) => hours
  },
  findRows: async (db) => (await findLeadTimes(db)).leadTimes
})

const errorColumns = daysAhead.map((days, i): [string, (row: PaymentAhead) => Cell] => [
  `error_percent_${days}d`,
  ({ errors }) => roundTo(2, errors[i] ?? Number.NaN)
])

/** One row per payment of a fund whose live estimates began at least 14 days before. */
export const daysAheadTable = defineTable<PaymentAhead>({
  path: daysAheadCsvPath,
  summary: 'How early our estimate of each payment was right',
  description:
    'One row per payment of a fund whose live estimates began at least 14 days before. known_by: declaration, at known_at a collection first saw the amount; ex-date, it was first seen later or measuring had not begun, and known_at is 9:30 in New York. days_within_10_percent: for so many days until then, at most 14, all estimates shown for the payment were within 10 % of it. error_percent_7d: 100 x (estimate - payment) / payment of the one shown 7 days before, limited to -300..300.',
  columns: {
    symbol: ({ symbol }) => symbol,
    family: ({ family }) => family,
    ex_date: ({ exDate }) => exDate,
    known_at: ({ knownAt }) => knownAt,
    known_by: ({ knownBy }) => knownBy,
    days_within_10_percent: ({ daysRight }) => roundTo(2, daysRight),
    ...Object.fromEntries(errorColumns)
  },
  findRows: findPaymentsAhead
})

const paymentColumns: Columns<DataPayment & { symbol: string }> = {
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

/** A file for each fund. */
export const paymentsTable: CsvFile = {
  path: '/data/:ticker-payments.csv',
  summary: 'All payments of one fund',
  description:
    'roc_percent is the return of capital of the payment. roc_kind: final (figure of the tax year roc_of), 19a (the issuer’s notice), carried (an estimate: the final figure of the earlier year roc_of, or the median of the notices until the day roc_of) or unknown.',
  columns: Object.keys(paymentColumns)
}

export function writePayments(symbol: string, payments: readonly DataPayment[]): string {
  return writeRows(
    paymentColumns,
    payments.map((payment) => ({ symbol, ...payment }))
  )
}

const hubDays = 365

type HubRow = {
  row: RecordRow
  /** The actual one as soon as it is known. */
  exDate: string
  value: number
  level: number | undefined
}

/** Quantiles of the estimates that count, of the last year and to come, in the columns of forecast hubs. */
export const hubTable = defineTable<HubRow>({
  path: recordHubPath,
  summary: 'The signed record: forecasts of a year as quantiles, for programs that score forecast hubs',
  description: `Estimates that count, by model_id live or backtested; target_end_date is the ex-date, the expected one until the payment is known, and horizon the days from reference_date, the newest day that the estimate used. Observed values: paid_ex_date, symbol and actual of ${recordCsvPath}, both on the share basis of the estimate.`,
  columns: {
    model_id: ({ row }) => (row.origin === 'live' ? 'doubloon-live' : 'doubloon-backtested'),
    reference_date: ({ row }) => row.as_of,
    target: () => 'distribution per share',
    horizon: ({ row, exDate }) => daysBetween(row.as_of, exDate),
    target_end_date: ({ exDate }) => exDate,
    location: ({ row }) => row.symbol,
    output_type: () => 'quantile',
    output_type_id: ({ level }) => level,
    value: ({ value }) => value
  },
  findRows: async (db) => {
    const since = addDays((await findNewestPriceDay(db)) ?? '2000-01-01', -hubDays)
    return [...pickCounting(await findRecord(db))].flatMap((row) => {
      const exDate = row.paid_ex_date ?? row.ex_date
      const quantiles = exDate > since ? quantilesOfRow(row) : null
      return (quantiles ?? []).map((value, i) => ({ row, exDate, value, level: quantileLevels[i] }))
    })
  }
})

function writeRows<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.entries(columns)
  return formatCsv(
    Object.keys(columns),
    rows.map((row) => Object.fromEntries(cells.map(([name, cell]) => [name, cell(row) ?? null])))
  )
}
