import { sessionsBetween } from '../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { ReturnHistory } from './growth.ts'

/** Cost and income of a share, dollars on today's share basis. */
export type Holding = {
  /** The close of the purchase, and the last one. */
  bought: Close
  last: Close
  /** Sum of all payments with an ex-date after `bought`, up to `last`. */
  distributions: number
  /** Number of these payments. */
  payments: number
  /** Number of payments with an ex-date after the last close, whose effect on the price is unknown. */
  laterPayments: number
  /** Number of sessions between the two closes without a known close. */
  missingCloses: number
}

/** A share since the first close on or after `from`, as in growthSince. Null without such a close. */
export function holdingSince({ payments, closes }: ReturnHistory, from: IsoDay): Holding | null {
  const known = closes.filter(({ date }) => date >= from)
  const [bought, last] = [known[0], known.at(-1)]
  if (bought === undefined || last === undefined) return null
  const due = payments.filter(({ exDate }) => exDate > bought.date && exDate <= last.date)
  return {
    bought,
    last,
    distributions: due.reduce((sum, { amount }) => sum + amount, 0),
    payments: due.length,
    laterPayments: payments.filter(({ exDate }) => exDate > last.date).length,
    missingCloses: sessionsBetween(bought.date, last.date) + 1 - known.length
  }
}

/**
 * Yield on cost in percent a year: amount x payments a year / cost x 100. It ignores changes of the price.
 * @throws RangeError unless `cost` is above 0
 */
export function yieldOnCost(amount: number, paymentsAYear: number, cost: number): number {
  if (!(cost > 0)) throw new RangeError(`yieldOnCost needs a cost above 0, got ${cost}`)
  return ((amount * paymentsAYear) / cost) * 100
}
