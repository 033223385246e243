import type { ManualEntry } from '../contract/manual-entries.ts'
import { daysBetween, formatLongDay } from '../market-days/days.ts'
import type { IsoDay, Payment } from '../market-days/types.ts'
import { daysPaidFor, latestPaidDays } from '../market-days/usual-payments.ts'
import { dollars, roundTo } from '../numbers/format-numbers.ts'
import { median } from '../numbers/statistics.ts'
import type { EntryRow } from '../payments/manual-entry.ts'
import { findSplitHistory } from '../payments/payments.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'

/**
 * A shifted decimal point changes an amount tenfold, and the intended one may be half or twice the usual.
 * Collection quarantines from a factor of three; an amount entered by hand was already looked at.
 */
const typoFactor = 5
const minCompared = 3

type AmountInQuestion = {
  symbol: string
  what: 'payment' | 'estimate'
  exDate: IsoDay
  /** Dollars per share. */
  amount: number
}

/**
 * Question for the operator about an amount that looks like a typo, with both figures; null if its magnitude is
 * usual for the fund, as paid or per day, or if there are too few payments.
 * @param payments payments of the fund, ascending, without the one in question
 */
export function questionAmount(
  { symbol, what, exDate, amount }: AmountInQuestion,
  payments: readonly { exDate: IsoDay; amount: number }[]
): string | null {
  const latest = latestPaidDays(payments, exDate)
  const last = latest.at(-1)
  if (last === undefined || latest.length < minCompared) return null
  const asPaid = median(latest.map((payment) => payment.amount))
  const byDay = median(latest.map((payment) => payment.amount / payment.days))
  const usual = [asPaid, byDay * daysPaidFor(daysBetween(last.exDate, exDate))]
  const isTooHigh = usual.every((figure) => amount >= typoFactor * figure)
  const isTooLow = usual.every((figure) => amount * typoFactor <= figure)
  if (!isTooHigh && !isTooLow) return null
  const times = isTooHigh ? `${short(amount / asPaid)} times` : `${short(amount / asPaid)} of`
  return `The ${what} of ${symbol} with ex-date ${formatLongDay(exDate)}, ${dollars(amount)}, is ${times} its usual payment of ${dollars(asPaid)}. Is that right?`
}

/** Powers by which a decimal point is shifted. */
const decimalShifts = [10, 100, 1000]
/** An amount is plausible within this ratio of the usual one, and in doubt from its square on. */
const plausibleRatio = 2

/**
 * Amount that a source probably meant: the only plausible one that differs from the reported amount by a shifted decimal
 * point or by a split of the fund. Null if the reported one is plausible, or if none or several others are.
 * @param payments payments of the fund before the reported one, ascending
 * @param splits factors between the share bases before and after each split
 */
export function suggestAmount(
  reported: number,
  payments: readonly { amount: number }[],
  splits: readonly number[]
): number | null {
  if (payments.length < minCompared || reported <= 0) return null
  const usual = median(payments.map(({ amount }) => amount))
  const distanceOf = (amount: number) => Math.max(amount / usual, usual / amount)
  if (distanceOf(reported) < plausibleRatio ** 2) return null
  const possible = [...decimalShifts, ...splits].flatMap((factor) => [reported * factor, reported / factor])
  const plausible = possible.filter((amount) => distanceOf(amount) <= plausibleRatio)
  const [amount, ...others] = new Set(plausible.map((each) => roundTo(6, each)))
  return amount === undefined || others.length > 0 ? null : amount
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(2)))
}

/**
 * @param today the newest day for which figures can exist
 * @throws ApiError past-day, with a question for the operator, if a payment would be expected in the past
 */
export function refusePast(symbol: string, payDate: IsoDay, today: IsoDay): void {
  if (payDate >= today) return
  throw new ApiError(
    'past-day',
    `${symbol} is expected to pay on ${formatLongDay(payDate)}, which is in the past. Is that right?`
  )
}

/** @throws ApiError unusual-amount, with a question for the operator, if the amount looks like a typo */
export async function refuseUnusual(db: Db, figure: AmountInQuestion): Promise<void> {
  const payments = await findRecentPayments(db, figure.symbol, figure.exDate)
  const question = questionAmount(figure, payments)
  if (question !== null) throw new ApiError('unusual-amount', question)
}

/** Enough for the usual number of days from ex-date to pay date. */
const recent = 12

/** Newest payments of a fund before a day, if given, ascending. */
export async function findRecentPayments(db: Db, symbol: string, before = '9999-12-31'): Promise<Payment[]> {
  const newest = await db
    .selectFrom('payment')
    .select(['ex_date as exDate', 'payment_date as payDate', 'amount'])
    .where('symbol', '=', symbol)
    .where('ex_date', '<', before)
    .orderBy('ex_date', 'desc')
    .limit(recent)
    .execute()
  return newest.reverse()
}

const shownPayments = 5

/** The payments, estimate and suggestion with which the operator decides about a quarantined payment. */
export async function findEvidence(
  db: Db,
  { symbol, ex_date, amount }: Pick<EntryRow, 'symbol' | 'ex_date' | 'amount'>
): Promise<NonNullable<ManualEntry['evidence']>> {
  const payments = await findRecentPayments(db, symbol, ex_date ?? undefined)
  const { splits } = await findSplitHistory(db, symbol)
  const latest = payments.slice(-shownPayments)
  // A source is on another share basis only around a split.
  const recentSplits = splits.filter(({ date }) => date > (latest[0]?.exDate ?? ''))
  const factors = recentSplits.map(({ old_shares, new_shares }) => new_shares / old_shares)
  return {
    recent: latest.toReversed().map((payment) => ({ ex_date: payment.exDate, amount: payment.amount })),
    estimate: ex_date === null ? null : await findLastEstimate(db, symbol, ex_date),
    suggested_amount: suggestAmount(amount ?? 0, latest, factors)
  }
}

/** Amount of the newest estimate that was made for an ex-date, live or backtested. */
async function findLastEstimate(db: Db, symbol: string, exDate: string): Promise<number | null> {
  const row = await db
    .selectFrom('estimate_record')
    .select('amount')
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .orderBy('as_of', 'desc')
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row?.amount ?? null
}
