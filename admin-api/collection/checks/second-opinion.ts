import { amountAsPaid, type SplitHistory } from '../../payments/amount-as-paid.ts'
import { isSameAmount } from '../../payments/same-payment.ts'
import { roundTo } from '../../numbers/rounding.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { dollars } from '../../numbers/format-numbers.ts'
import type { SecondAnswer } from '../../services.ts'
import type { Reported } from './gate-fund.ts'

/** What a second source says of a reported payment; its amount is in dollars on today's share basis. */
export type Opinion = { agrees: boolean; amount: number }

/**
 * Compares what both say was paid on the day, before any split since. Null where the second source does not have the
 * payment, and where the two don't know the same splits since, so that their amounts may stand on different shares.
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
  const merged = mergedAfter(exDate, splitsOf(answer, symbol), today)
  if (!isSameRatio(merged, mergedAfter(exDate, history.splits, today))) return null
  return {
    agrees: isSameAmount(asPaid, other.amountAsPaid),
    amount: roundTo(6, other.amountAsPaid * merged)
  }
}

/** One sentence with both figures. */
export function spellDisagreement(
  { symbol, exDate, amount }: Reported & { symbol: string },
  opinion: { amount: number; source: string },
  sourceName: string
): string {
  return `The payment of ${symbol} with ex-date ${exDate} is in dispute: ${dollars(amount)} by ${sourceName}, ${dollars(opinion.amount)} by ${opinion.source}.`
}

/**
 * Whether the second source knows no other splits of a fund than those that are stored, from `since` on and ahead: only
 * then an amount that it declares stands on the share basis of the stored figures.
 */
export function knowsNoOtherSplits(
  answer: SecondAnswer,
  symbol: string,
  { splits }: Pick<SplitHistory, 'splits'>,
  since: IsoDay
): boolean {
  const end = '9999-12-31'
  return isSameRatio(mergedAfter(since, splitsOf(answer, symbol), end), mergedAfter(since, splits, end))
}

function splitsOf({ splits }: SecondAnswer, symbol: string): SplitHistory['splits'] {
  return splits
    .filter((split) => split.symbol === symbol)
    .map(({ date, oldShares, newShares }) => ({ date, old_shares: oldShares, new_shares: newShares }))
}

/** Shares of the day that are one share at the end of `until`. */
function mergedAfter(day: IsoDay, splits: SplitHistory['splits'], until: IsoDay): number {
  return splits
    .filter(({ date }) => date > day && date <= until)
    .reduce((product, { old_shares, new_shares }) => product * (old_shares / new_shares), 1)
}

/** But for what fractions lose. */
function isSameRatio(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < 1e-9
}
