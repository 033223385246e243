import { median } from '../numbers/averages.ts'
import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { dollars } from '../numbers/format-numbers.ts'
import { daysPaidFor, latestPaidDays } from '../market-days/paid-days.ts'

/**
 * A slip of the decimal point makes an amount ten times what it should be, or a tenth; what it should be may itself be
 * half or twice the usual. The gate of a collection holds from three times, but a person who types has looked.
 */
const slip = 5
const fewestCompared = 3

export type AmountInQuestion = {
  symbol: string
  what: 'payment' | 'estimate'
  exDate: IsoDay
  /** Dollars a share. */
  amount: number
}

/**
 * What to ask the operator of an amount that looks like a slip of the keyboard, as a sentence with both figures; null
 * where it is of the order of the fund's usual payments, each as it was paid and by the day, or where there are too
 * few of them.
 * @param payments of the fund, ascending, the one in question left out
 */
export function questionAmount(
  { symbol, what, exDate, amount }: AmountInQuestion,
  payments: readonly { exDate: IsoDay; amount: number }[]
): string | null {
  const latest = latestPaidDays(payments, exDate)
  const last = latest.at(-1)
  if (last === undefined || latest.length < fewestCompared) return null
  const asPaid = median(latest.map((payment) => payment.amount))
  const byDay = median(latest.map((payment) => payment.amount / payment.days))
  const usual = [asPaid, byDay * daysPaidFor(daysBetween(last.exDate, exDate))]
  const isTooHigh = usual.every((figure) => amount >= slip * figure)
  const isTooLow = usual.every((figure) => amount * slip <= figure)
  if (!isTooHigh && !isTooLow) return null
  const times = isTooHigh ? `${short(amount / asPaid)} times` : `${short(amount / asPaid)} of`
  return `The ${what} of ${symbol} with ex-date ${exDate}, ${dollars(amount)}, is ${times} its usual payment of ${dollars(asPaid)}. Is that right?`
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(2)))
}
