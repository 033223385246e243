import type { ExpenseRatio } from '../../admin-api/contract/expense-ratio.ts'
import type { DollarsPerThousand, ReinvestmentNeeded } from '../../admin-api/contract/fund-page.ts'
import type { ComingPayment, FundData } from '../../admin-api/contract/open-data.ts'
import { type MedianError, medianError } from '../../admin-api/estimator/confidence.ts'
import { listOf } from '../../admin-api/numbers/format-numbers.ts'
import {
  type GrowthPoint,
  type GrowthSummary,
  growthSince,
  readPayments,
  summarizeGrowth
} from '../../admin-api/returns/growth.ts'
import { yearPerThousand } from '../../admin-api/returns/outlook-sums.ts'
import { type PaymentVariability, paymentVariability } from '../../admin-api/returns/payment-variability.ts'
import { reinvestmentNeeded } from '../../admin-api/returns/reinvestment-needed.ts'
import { formatDay } from '../lib/format.ts'

/** Dollars invested in each fund on the first day. */
export const stake = 10_000

/** Funds over their common days. */
export type Comparison = {
  /** Funds that could be compared, and the day that was chosen if it could be used. */
  choice: { symbols: string[]; from: string | null }
  /** The common first and last close. */
  from: string
  to: string
  funds: ComparedFund[]
  /** The span in a sentence, with the reason if the visitor chose none. */
  span: string
  /** A sentence for each part of the choice that couldn't be shown. */
  remarks: string[]
}

/** A fund over the common days, in dollars per share on today's share basis. */
export type ComparedFund = {
  symbol: string
  name: string
  growth: GrowthPoint[]
  summary: GrowthSummary
  firstClose: number
  lastClose: number
  /** Sum of payments with an ex-date after the first day, up to the last. */
  distributions: number
  /** Null for too short a history. */
  reinvestment: ReinvestmentNeeded | null
  /** From current payments, whatever days are compared; null for too few. */
  variability: PaymentVariability | null
  estimate: FundData['estimate']
  /** The payment that the estimate is for; null without one, and in files of earlier releases. */
  next: ComingPayment | null
  /** Percent per year of the price; null without an estimate. */
  yieldPercent: number | null
  /** Payments of the next 12 months; null without an outlook. */
  yearPer1000: DollarsPerThousand | null
  /** Null without past estimates. */
  typicalError: MedianError | null
  expenseRatio: ExpenseRatio | null
  /** Figure of the newest payment; null if unknown. */
  returnOfCapital: FundData['payments'][number]['return_of_capital']
}

/**
 * Compares funds over their common days, from the first at or after the requested day. Funds with too few common
 * days are left out and impossible days skipped, each with a remark. null if no fund is left.
 */
export function compareFunds(requested: readonly FundData[], from: string | null): Comparison | null {
  const remarks: string[] = []
  const funds: FundData[] = []
  for (const fund of requested) {
    if (sharedDays([...funds, fund]).length >= 2) funds.push(fund)
    else remarks.push(leftOut(fund, funds))
  }
  const days = sharedDays(funds)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const refusal = from === null ? null : refuseDay(from, days, funds)
  if (refusal !== null) remarks.push(refusal)
  const start = refusal !== null || from === null ? null : (days.find((day) => day >= from) ?? null)
  return {
    choice: { symbols: funds.map(({ symbol }) => symbol), from: start === null ? null : from },
    from: start ?? first,
    to: last,
    funds: funds.flatMap((fund) => compareFund(fund, start ?? first, last) ?? []),
    span: spanOf(funds, start === null ? first : null, last),
    remarks
  }
}

/** Null without two closes in the span. */
function compareFund(fund: FundData, from: string, to: string): ComparedFund | null {
  const payments = readPayments(fund.payments)
  const history = { payments, closes: fund.closes.filter(({ date }) => date <= to) }
  const growth = growthSince(history, from)
  const summary = summarizeGrowth(growth)
  const [start, end] = [history.closes.find(({ date }) => date >= from), history.closes.at(-1)]
  if (summary === null || start === undefined || end === undefined) return null
  const { estimate } = fund
  return {
    symbol: fund.symbol,
    name: fund.name,
    growth,
    summary,
    firstClose: start.close,
    lastClose: end.close,
    distributions: start.close * (summary.withDistributions - summary.price),
    reinvestment: reinvestmentNeeded(history, from),
    variability: paymentVariability({ payments, closes: fund.closes }),
    estimate,
    next: fund.upcoming?.find(({ ex_date }) => ex_date === estimate?.ex_date) ?? null,
    yieldPercent: estimate && (100 * estimate.amount * estimate.frequency) / estimate.price,
    yearPer1000: yearPerThousand(fund.outlook ?? [], estimate?.price ?? 0),
    typicalError: medianError(fund.past_estimates),
    expenseRatio: fund.expense_ratio ?? null,
    returnOfCapital: fund.payments.findLast(({ is_residual }) => !is_residual)?.return_of_capital ?? null
  }
}

/** Common days, ascending. */
function sharedDays([first, ...others]: readonly FundData[]): string[] {
  const known = others.map(({ closes }) => new Set(closes.map(({ date }) => date)))
  return (first?.closes ?? []).map(({ date }) => date).filter((day) => known.every((days) => days.has(day)))
}

function leftOut({ symbol, closes }: FundData, others: readonly FundData[]): string {
  if (closes.length < 2 || others.length === 0) return `${symbol} has too few prices to compare yet.`
  return `${symbol} has prices from ${formatDay(closes[0]?.date ?? '')} to ${formatDay(closes.at(-1)?.date ?? '')}, too few days in common with ${listOf(others.map((fund) => fund.symbol))}, so it is left out.`
}

/** Why the comparison can't start on this day; null if it can. */
function refuseDay(from: string, days: readonly string[], funds: readonly FundData[]): string | null {
  const first = days[0] ?? ''
  const allDays = 'The chart shows all the days they have in common.'
  const late = funds.filter(({ closes }) => (closes[0]?.date ?? '') > from).map(({ symbol }) => symbol)
  if (late.length > 0)
    return `${listOf(late)} ${late.length === 1 ? 'has' : 'have'} no price on ${formatDay(from)}, so all start on ${formatDay(first)}.`
  const isTooLate = days.filter((day) => day >= from).length < 2
  return isTooLate ? `There are too few prices since ${formatDay(from)}. ${allDays}` : null
}

/** `first` if the visitor chose no day, otherwise null. */
function spanOf(funds: readonly FundData[], first: string | null, last: string): string {
  const namesOf = (some: readonly FundData[]) => listOf(some.map(({ symbol }) => symbol))
  const ended = funds.filter(({ closes }) => closes.at(-1)?.date === last)
  const isCut = ended.length < funds.length
  const begun = funds.filter(({ closes }) => closes[0]?.date === first)
  const end = formatDay(last)
  const parts = [
    first === null
      ? `Through the close on ${end}.`
      : funds.length === 1
        ? `From its first price to ${end}.`
        : `From ${formatDay(first)}, when ${namesOf(begun)}, the youngest, started, to ${end}.`,
    isCut ? `${namesOf(ended)} ${ended.length === 1 ? 'has' : 'have'} no later price.` : ''
  ]
  return parts.filter(Boolean).join(' ')
}
