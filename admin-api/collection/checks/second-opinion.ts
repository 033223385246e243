import { formatLongDay } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { dollars, roundTo } from '../../numbers/format-numbers.ts'
import { isSameAmount } from '../../payments/same-payment.ts'
import { amountAsPaid, type SplitHistory } from '../../payments/share-basis.ts'
import type { SecondPayment } from '../sources/market-data.ts'
import type { Reported } from './payment-rhythm.ts'

/** Second source's version of a reported payment; `amount` in dollars on today's share basis. */
export type Opinion = { agrees: boolean; amount: number }

/** Compares the amounts as paid on the day. null if the second source lacks the payment, or its share basis is unknown. */
export function findOpinion(
  payments: readonly SecondPayment[],
  { symbol, exDate, amount }: Reported & { symbol: string },
  history: SplitHistory,
  today: IsoDay
): Opinion | null {
  const other = payments.find((payment) => payment.symbol === symbol && payment.exDate === exDate)
  const asPaid = amountAsPaid(amount, exDate, history)
  if (other === undefined || asPaid === null) return null
  return {
    agrees: isSameAmount(asPaid, other.amountAsPaid) || isRoundedFrom(asPaid, other),
    amount: roundTo(6, other.amountAsPaid * mergedAfter(exDate, history.splits, today))
  }
}

/** One sentence with both figures. */
export function formatDisagreement(
  { symbol, exDate, amount }: Reported & { symbol: string },
  opinion: { amount: number; source: string },
  sourceName: string
): string {
  return `${symbol}, ex-date ${formatLongDay(exDate)}: ${sourceName} reports ${dollars(amount)}, ${opinion.source} ${dollars(opinion.amount)}.`
}

/** Cents are the coarsest rounding of a source. */
function isRoundedFrom(amount: number, { amountAsPaid, decimals }: SecondPayment): boolean {
  return decimals !== undefined && decimals >= 2 && roundTo(decimals, amount) === amountAsPaid
}

/** Number of shares on `day` that are one share at the end of `until`. */
function mergedAfter(day: IsoDay, splits: SplitHistory['splits'], until: IsoDay): number {
  return splits
    .filter(({ date }) => date > day && date <= until)
    .reduce((product, { old_shares, new_shares }) => product * (old_shares / new_shares), 1)
}
