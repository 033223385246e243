import { closeAt } from '../history/closes.ts'
import { isCrumb, scaleTo } from '../history/fund-memory.ts'
import { ewma, mean } from '../numbers/averages.ts'
import { periodOf } from '../schedule/cadence.ts'
import { daysBetween } from '../schedule/days.ts'
import { addSessions } from '../schedule/market-calendar.ts'
import type { FundHistory, IsoDay } from '../types.ts'
import { sessionsAhead } from '../walk.ts'

/** The simple rules that every estimate is held against. */
export const baselineNames = ['last-amount', 'mean-of-three', 'last-yield', 'ewma-yield'] as const
export type BaselineName = (typeof baselineNames)[number]

/** What each simple rule would have said, dollars a share. */
export type Baselines = Record<BaselineName, number>

/** A payment that the record counts; without baselines where a price was missing. */
export type CountedPayment = { symbol: string; exDate: IsoDay; amount: number; baselines?: Baselines }

const fewestBefore = 10
const alpha = 0.65

/** A payment of the usual stream, and its price two sessions before its ex-date. */
type StreamPayment = {
  exDate: IsoDay
  amount: number
  price: number | undefined
  gapDays: number | undefined
}

/**
 * The payments of a fund that the record counts, ascending: those at most ten days after the one before, with at
 * least ten payments before them; crumbs beside the usual stream (isCrumb) neither count nor are counted.
 *
 * The baselines stand on all payments before, one-offs too; only a catch-up after a change of cadence is spread
 * over its days:
 * - last-amount: the last amount; mean-of-three: the plain mean of the last three;
 * - last-yield: last amount / its price x price;
 * - ewma-yield: exp(EWMA of ln(amount / price), alpha 0.65) x price; a zero has no logarithm and is left out.
 * A price is the latest close two sessions before the ex-date.
 */
export function countedPayments({ symbol, payments, closes }: FundHistory): CountedPayment[] {
  const stream: StreamPayment[] = []
  const counted: CountedPayment[] = []
  for (const { exDate, amount } of payments) {
    const before = stream.at(-1)
    if (isCrumb({ exDate, amount }, before)) continue
    const gapDays = before && daysBetween(before.exDate, exDate)
    const price = closeAt(closes, addSessions(exDate, -sessionsAhead))?.close
    if (gapDays !== undefined && periodOf(gapDays) === 'week' && stream.length >= fewestBefore) {
      const baselines = price === undefined ? undefined : baselinesOf(stream, price)
      counted.push({ symbol, exDate, amount, ...(baselines && { baselines }) })
    }
    stream.push({ exDate, amount, price, gapDays })
  }
  return counted
}

function baselinesOf(stream: readonly StreamPayment[], price: number): Baselines | undefined {
  const weekly = stream.slice(-30).map((payment) => ({
    price: payment.price,
    amount: payment.amount * scaleTo(payment, 'week', 7)
  }))
  const last = weekly.at(-1)
  const logYields = weekly.flatMap((paid) =>
    paid.price === undefined || paid.amount <= 0 ? [] : [Math.log(paid.amount / paid.price)]
  )
  if (last?.price === undefined || logYields.length === 0) return undefined
  return {
    'last-amount': last.amount,
    'mean-of-three': mean(weekly.slice(-3).map(({ amount }) => amount)),
    'last-yield': (last.amount / last.price) * price,
    'ewma-yield': Math.exp(ewma(logYields, alpha)) * price
  }
}
