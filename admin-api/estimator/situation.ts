import { type FundMemory, scaleTo } from './history/fund-memory.ts'
import type { Situation } from './rules/rule.ts'
import { periodOf } from './schedule/cadence.ts'
import { addDays, daysBetween } from './schedule/days.ts'
import type { Close, IsoDay } from './types.ts'

/** A close older than this says nothing about today's price. */
export const stalePriceDays = 14

/** With fewer payments than this there is no stream to continue. */
export const fewestPayments = 3

const longestMemory = 60

/** The latest close up to `day`, if it is at most 14 days old. `closes` ascend. */
export function closeAt(closes: readonly Close[], day: IsoDay): Close | undefined {
  let [low, high] = [0, closes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.date ?? day) <= day) low = middle + 1
    else high = middle
  }
  const close = closes[low - 1]
  return close && close.date >= addDays(day, -stalePriceDays) ? close : undefined
}

/** What the rules see before the payment of `exDate`; undefined when there is too little to go on. */
export function describeSituation(
  funds: ReadonlyMap<string, FundMemory>,
  fund: FundMemory,
  exDate: IsoDay,
  cutoff: IsoDay,
  close: Close | undefined
): Situation | undefined {
  const last = fund.payments.findLast(({ extra }) => !extra)
  const usable = fund.payments
    .filter(({ oneOff, price }) => !oneOff && price !== undefined)
    .slice(-longestMemory)
  if (!close || !last || fund.payments.length < fewestPayments || usable.length === 0) return undefined
  const gapDays = daysBetween(last.exDate, exDate)
  const period = periodOf(gapDays) ?? 'week'
  const days = period === 'week' ? 7 : gapDays
  const amounts = usable.map((payment) => payment.amount * scaleTo(payment, period, days))
  const prices = usable.map(({ price }) => price ?? close.close)
  return {
    symbol: fund.symbol,
    family: fund.family,
    exDate,
    cutoff,
    price: close.close,
    priceDate: close.date,
    period,
    days,
    amounts,
    prices,
    logYields: amounts.map((amount, i) => Math.log(amount / (prices[i] ?? close.close))),
    funds
  }
}
