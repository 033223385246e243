import { sessionsBetween } from '../market-days/market-calendar.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { ReturnHistory } from './growth.ts'

/**
 * Cost and income of a share since the first close on or after `from`, as in growthSince; dollars a share on today's share
 * basis. Null without such a close.
 */
export function holdingSince({ payments, closes }: ReturnHistory, from: IsoDay) {
  const known = closes.filter(({ date }) => date >= from)
  const [bought, last] = [known[0], known.at(-1)]
  if (bought === undefined || last === undefined) return null
  const due = payments.filter(({ exDate }) => exDate > bought.date && exDate <= last.date)
  return {
    /** The close of the purchase, and the last one. */
    bought,
    last,
    /** Sum of all payments with an ex-date after `bought`, up to `last`. */
    distributions: due.reduce((sum, { amount }) => sum + amount, 0),
    payments: due.length,
    /** Number of payments with an ex-date after the last close, whose effect on the price is unknown. */
    laterPayments: payments.filter(({ exDate }) => exDate > last.date).length,
    /** Number of sessions between the two closes without a known close. */
    missingCloses: sessionsBetween(bought.date, last.date) + 1 - known.length
  }
}

export type Holding = NonNullable<ReturnType<typeof holdingSince>>

/**
 * Yield on cost in percent a year: amount x payments a year / cost x 100. It ignores changes of the price.
 * @throws RangeError unless `cost` is above 0
 */
export function yieldOnCost(amount: number, paymentsAYear: number, cost: number): number {
  if (!(cost > 0)) throw new RangeError(`yieldOnCost needs a cost above 0, got ${cost}`)
  return ((amount * paymentsAYear) / cost) * 100
}
