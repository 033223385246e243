import { sessionsBetween } from '../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { ReturnHistory } from './growth.ts'

/** What a share that was bought once cost, and what it has brought; dollars a share on today's share basis. */
export type Holding = {
  /** The close of the day it was bought at, and the last one. */
  bought: Close
  last: Close
  /** Of all payments with an ex-date after the first close, up to the last. */
  distributions: number
  payments: number
  /** Payments that went ex after the last close: nothing tells what they did to the price. */
  laterPayments: number
  /** Trading days between the two closes of which no close is known. */
  missingCloses: number
}

/** From the first close of `from` or later, as in `growthSince`; null where there is none. */
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
 * Percent a year of what was paid for the share: amount x payments a year / cost x 100. It says nothing about
 * what became of the price. @throws RangeError unless `cost` is above 0.
 */
export function yieldOnCost(amount: number, paymentsAYear: number, cost: number): number {
  if (!(cost > 0)) throw new RangeError(`yieldOnCost needs a cost above 0, got ${cost}`)
  return ((amount * paymentsAYear) / cost) * 100
}
