import type { ReinvestmentNeeded } from '../contract/fund-page.ts'
import { countBefore, stalePriceDays } from '../market-days/closes.ts'
import { addDays, addMonths } from '../market-days/days.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { ReturnHistory } from './growth.ts'

/** A payment, and the close at which it can be reinvested. */
type Purchase = { exDate: IsoDay; amount: number; at: Close }

/** Shares are shown in whole percent. */
const precision = 1e-6

/**
 * The smallest share s of each payment that had to be reinvested for a holding to be worth as much at the last close as at
 * the first one on or after `from`, in dollars and before taxes. The rest of each payment is taken in cash. A share grows to
 *
 *     n(s) = 1 + sum over payments of (shares held before the ex-date) x s x amount / close of the pay date
 *
 * and s solves n(s) x last close = first close. It is 0 if the price alone kept the value. With s = 1, n(s) is that of the
 * total return in SEC Form N-1A, Item 26(b)(1). A pay date without a close buys at the first close after it. Payments
 * count if their ex-date is after the first close and they have bought by the last one; one that is still to be paid then
 * counts for nothing. Amounts and closes are on today's share basis, so a split changes nothing.
 *
 * Example: a share bought at 100 pays 10 twice, at closes of 80 and 50, and closes at 90. With a third of each payment
 * reinvested it grows to (1 + 1/24) x (1 + 1/15) = 1.111 shares, worth 100; so s = 1/3.
 *
 * Null without enough history: the first close is after `from`, or the next one more than 14 days after it.
 * @param from a year before the last close, unless stated
 */
export function reinvestmentNeeded(
  { payments, closes }: ReturnHistory,
  from?: IsoDay
): ReinvestmentNeeded | null {
  const [oldest, last] = [closes[0], closes.at(-1)]
  if (oldest === undefined || last === undefined) return null
  const start = from ?? addMonths(last.date, -12)
  const first = closes[countBefore(closes, start)]
  if (first === undefined || oldest.date > start || first.date > addDays(start, stalePriceDays)) return null
  const purchases = payments.flatMap(({ exDate, payDate, amount }): Purchase[] => {
    const close = closes[countBefore(closes, payDate)]
    return exDate <= first.date || close === undefined ? [] : [{ exDate, amount, at: close }]
  })
  const isKeptBy = (share: number) => reinvest(purchases, share).shares * last.close >= first.close
  const share = isKeptBy(0) ? 0 : isKeptBy(1) ? smallestTrue(isKeptBy) : null
  return {
    share,
    from: first.date,
    to: last.date,
    payments: purchases.length,
    paid: reinvest(purchases, share ?? 1).paid,
    cost: first.close
  }
}

/**
 * Reinvestment needed over the year to the last close of each month, oldest first, and to the newest close.
 * Months without a full year before them are left out.
 */
export function reinvestmentByMonth({ payments, closes }: ReturnHistory): ReinvestmentNeeded[] {
  const monthOf = (close: Close | undefined) => close?.date.slice(0, 7)
  return closes.flatMap((close, i) =>
    monthOf(close) === monthOf(closes[i + 1])
      ? []
      : (reinvestmentNeeded({ payments, closes: closes.slice(0, i + 1) }) ?? [])
  )
}

/** Number of shares that one share becomes, and the dollars it is paid; purchases ascend by ex-date. */
function reinvest(purchases: readonly Purchase[], share: number): { shares: number; paid: number } {
  const bought: { on: IsoDay; shares: number }[] = []
  let paid = 0
  for (const { exDate, amount, at } of purchases) {
    const dollars = bought.reduce((sum, { on, shares }) => (on < exDate ? sum + shares : sum), 1) * amount
    paid += dollars
    bought.push({ on: at.date, shares: (dollars * share) / at.close })
  }
  return { shares: bought.reduce((sum, { shares }) => sum + shares, 1), paid }
}

/** The smallest number between 0 and 1 from which on a test is true, by bisection. */
function smallestTrue(test: (value: number) => boolean): number {
  let [low, high] = [0, 1]
  while (high - low > precision) {
    const middle = (low + high) / 2
    if (test(middle)) high = middle
    else low = middle
  }
  return high
}
