import { formatLongDay } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { dollars, roundTo } from '../../numbers/format-numbers.ts'
import { isSameAmount } from '../../payments/same-payment.ts'
import { amountAsPaid, type SplitHistory } from '../../payments/share-basis.ts'
import type { SecondAnswer, SecondPayment } from '../sources/market-data.ts'
import type { Reported } from './payment-rhythm.ts'

/** Second source's version of a reported payment; `amount` in dollars on today's share basis. */
export type Opinion = { agrees: boolean; amount: number }

/**
 * Compares the amounts as paid on the day. null if the second source lacks the payment, or if the two don't have
 * the same splits since, so that the share bases may differ.
 */
export function findOpinion(
  answer: SecondAnswer,
  { symbol, exDate, amount }: Reported & { symbol: string },
  history: SplitHistory,
  today: IsoDay
): Opinion | null {
  const other = answer.payments.find((payment) => payment.symbol === symbol && payment.exDate === exDate)
  const asPaid = amountAsPaid(amount, exDate, history)
  if (other === undefined || asPaid === null) return null
  const merged = mergedAfter(exDate, splitsOf(answer, symbol) ?? history.splits, today)
  if (!isSameRatio(merged, mergedAfter(exDate, history.splits, today))) return null
  return {
    agrees: isSameAmount(asPaid, other.amountAsPaid) || isRoundedFrom(asPaid, other),
    amount: roundTo(6, other.amountAsPaid * merged)
  }
}

/** One sentence with both figures. */
export function formatDisagreement(
  { symbol, exDate, amount }: Reported & { symbol: string },
  opinion: { amount: number; source: string },
  sourceName: string
): string {
  return `The payment of ${symbol} with ex-date ${formatLongDay(exDate)} is in dispute: ${dollars(amount)} by ${sourceName}, ${dollars(opinion.amount)} by ${opinion.source}.`
}

/**
 * Whether the second source knows only the stored splits of a fund from `since` on, announced ones included:
 * otherwise its declared amount may be on another share basis.
 */
export function knowsNoOtherSplits(
  answer: SecondAnswer,
  symbol: string,
  { splits }: Pick<SplitHistory, 'splits'>,
  since: IsoDay
): boolean {
  const end = '9999-12-31'
  const theirs = splitsOf(answer, symbol) ?? splits
  return isSameRatio(mergedAfter(since, theirs, end), mergedAfter(since, splits, end))
}

/** Cents are the coarsest rounding of a source. */
function isRoundedFrom(amount: number, { amountAsPaid, decimals }: SecondPayment): boolean {
  return decimals !== undefined && decimals >= 2 && roundTo(decimals, amount) === amountAsPaid
}

function splitsOf({ splits }: SecondAnswer, symbol: string): SplitHistory['splits'] | undefined {
  return splits
    ?.filter((split) => split.symbol === symbol)
    .map(({ date, oldShares, newShares }) => ({ date, old_shares: oldShares, new_shares: newShares }))
}

/** Number of shares on `day` that are one share at the end of `until`. */
function mergedAfter(day: IsoDay, splits: SplitHistory['splits'], until: IsoDay): number {
  return splits
    .filter(({ date }) => date > day && date <= until)
    .reduce((product, { old_shares, new_shares }) => product * (old_shares / new_shares), 1)
}

/** Equal within the rounding of fractions. */
function isSameRatio(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < 1e-9
}
