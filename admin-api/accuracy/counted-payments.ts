import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { daysBetween } from '../market-days/days.ts'
import { periodOf } from '../market-days/frequency.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { isResidualPayment, scaleTo } from '../market-days/usual-payments.ts'
import { ewma, mean } from '../numbers/statistics.ts'

/** Simple rules that every backtested estimate is compared with. */
export const baselineNames = ['last-amount', 'mean-of-three', 'last-yield', 'ewma-yield'] as const
export type BaselineName = (typeof baselineNames)[number]

/** The estimate of each simple rule, dollars a share. */
export type Baselines = Record<BaselineName, number>

/** A payment that counts in a comparison; without baselines if a price is missing. */
type CountedPayment = { symbol: string; exDate: IsoDay; amount: number; baselines?: Baselines }

const fewestBefore = 10
const alpha = 0.65

/** A payment that is no residual, and its price two sessions before its ex-date. */
type RegularPayment = {
  exDate: IsoDay
  amount: number
  price: number | undefined
  gapDays: number | undefined
}

/**
 * Payments of a fund that count in a comparison, ascending: those at most ten days after the one before, with at least
 * ten payments before them. Residual payments (isResidualPayment) are ignored altogether.
 *
 * The baselines use all earlier payments, including one-offs; only a catch-up after a change of frequency is scaled to
 * its days:
 * - last-amount: the last amount; mean-of-three: the mean of the last three;
 * - last-yield: last amount / its price x price;
 * - ewma-yield: exp(EWMA of ln(amount / price), alpha 0.65) x price; a zero has no logarithm and is left out.
 * A price is the latest close two sessions before the ex-date.
 */
export function countedPayments({ symbol, payments, closes }: FundHistory): CountedPayment[] {
  const regular: RegularPayment[] = []
  const counted: CountedPayment[] = []
  for (const { exDate, amount } of payments) {
    const before = regular.at(-1)
    if (isResidualPayment({ exDate, amount }, before)) continue
    const gapDays = before && daysBetween(before.exDate, exDate)
    const price = closeAt(closes, priceDayOf(exDate))?.close
    if (gapDays !== undefined && periodOf(gapDays) === 'week' && regular.length >= fewestBefore) {
      const baselines = price === undefined ? undefined : baselinesOf(regular, price)
      counted.push({ symbol, exDate, amount, ...(baselines && { baselines }) })
    }
    regular.push({ exDate, amount, price, gapDays })
  }
  return counted
}

function baselinesOf(payments: readonly RegularPayment[], price: number): Baselines | undefined {
  const weekly = payments.slice(-30).map((payment) => ({
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
