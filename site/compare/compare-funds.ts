import type { FundData } from '../../admin-api/contract/open-data.ts'
import { type TypicalError, typicalError } from '../../admin-api/estimator/typical-error.ts'
import {
  type GrowthPoint,
  growthSince,
  type ReturnHistory,
  type ReturnSummary,
  summariseGrowth
} from '../../admin-api/returns/growth.ts'
import { type PaymentSwing, paymentSwing } from '../../admin-api/returns/payment-swing.ts'
import { formatDay } from '../lib/format.ts'
import { type Choice, listOf } from './choice.ts'

/** A fund over the days that all compared funds have. Money is dollars a share on today's share basis. */
export type ComparedFund = {
  symbol: string
  name: string
  growth: readonly GrowthPoint[]
  summary: ReturnSummary
  firstClose: number
  lastClose: number
  /** Sum of the payments with an ex-date after the first day, to the last. */
  distributions: number
  swing: PaymentSwing | null
  estimate: FundData['estimate']
  /** Percent a year of the price; null without an estimate. */
  yieldPercent: number | null
  typicalError: TypicalError | null
}

/** `from` and `to` are the first and the last close of all; `choice` is what was compared of what was asked for. */
export type Comparison = {
  choice: Choice
  from: string
  to: string
  funds: readonly ComparedFund[]
  /** Why it begins and ends on these days, where the visitor named none. */
  span: string
  /** A sentence on each part of the choice that could not be. */
  remarks: readonly string[]
}

/**
 * The funds over the days on which each of them has a close: from the first at or after the day asked for. Who shares
 * too few days with those named before is left out, a day that cannot be the first is passed over; both are said.
 * null where no fund is left.
 */
export function compareFunds(asked: readonly FundData[], from: string | null): Comparison | null {
  const remarks: string[] = []
  const funds: FundData[] = []
  for (const fund of asked) {
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

function compareFund(fund: FundData, from: string, to: string): ComparedFund | null {
  const history = historyOf(fund, to)
  const growth = growthSince(history, from)
  const summary = summariseGrowth(growth)
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
    // Of the present payments, whatever days are compared.
    swing: paymentSwing(historyOf(fund)),
    estimate,
    yieldPercent: estimate && (100 * estimate.amount * estimate.frequency) / estimate.price,
    typicalError: typicalError(fund.past_estimates)
  }
}

function historyOf({ payments, closes }: FundData, to?: string): ReturnHistory {
  return {
    payments: payments.map(({ ex_date, pay_date, amount }) => ({
      exDate: ex_date,
      payDate: pay_date,
      amount
    })),
    closes: to === undefined ? closes : closes.filter(({ date }) => date <= to)
  }
}

/** The days on which all have a close, ascending. */
function sharedDays([first, ...others]: readonly FundData[]): string[] {
  const known = others.map(({ closes }) => new Set(closes.map(({ date }) => date)))
  return (first?.closes ?? []).map(({ date }) => date).filter((day) => known.every((days) => days.has(day)))
}

function leftOut({ symbol, closes }: FundData, others: readonly FundData[]): string {
  if (closes.length < 2 || others.length === 0) return `${symbol} has too few prices to be compared yet.`
  return `${symbol} has prices from ${formatDay(closes[0]?.date ?? '')} to ${formatDay(closes.at(-1)?.date ?? '')}, and shares too few days with ${listOf(others.map((fund) => fund.symbol))}: it is left out.`
}

/** Why the days cannot begin with this one; null where they can. */
function refuseDay(from: string, days: readonly string[], funds: readonly FundData[]): string | null {
  const first = days[0] ?? ''
  const whole = 'The whole time that all of them share is shown.'
  const late = funds.filter(({ closes }) => (closes[0]?.date ?? '') > from).map(({ symbol }) => symbol)
  if (late.length > 0)
    return `${listOf(late)} ${late.length === 1 ? 'has' : 'have'} no price on ${formatDay(from)}: all begin with ${formatDay(first)}.`
  const isTooLate = days.filter((day) => day >= from).length < 2
  return isTooLate ? `There are too few prices since ${formatDay(from)} yet. ${whole}` : null
}

/** `first` where the visitor named no day, else null. */
function spanOf(funds: readonly FundData[], first: string | null, last: string): string {
  const namesOf = (those: readonly FundData[]) => listOf(those.map(({ symbol }) => symbol))
  const ended = funds.filter(({ closes }) => closes.at(-1)?.date === last)
  const isCut = ended.length < funds.length
  const begun = funds.filter(({ closes }) => closes[0]?.date === first)
  const parts = [
    first === null
      ? ''
      : funds.length === 1
        ? 'That is its first price.'
        : `That is the latest first price among them, of ${namesOf(begun)}.`,
    isCut ? `${namesOf(ended)} ${ended.length === 1 ? 'has' : 'have'} no later price.` : ''
  ]
  return parts.filter(Boolean).join(' ')
}
