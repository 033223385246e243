import { closeAt } from './history/closes.ts'
import { type FundMemory, scaleTo } from './history/fund-memory.ts'
import { weekClose, weekReturns, weekSwing } from './history/week-returns.ts'
import { median } from './numbers/averages.ts'
import type { Situation } from './rules/rule.ts'
import { periodOf } from './schedule/cadence.ts'
import { daysBetween } from './schedule/days.ts'
import type { Close, IsoDay } from './types.ts'

/** With fewer payments than this there is no stream to continue. */
export const fewestPayments = 3

const longestMemory = 60

/** What the rules see before the payment of `exDate`; undefined when there is too little to go on. */
export function describeSituation(
  funds: ReadonlyMap<string, FundMemory>,
  fund: FundMemory,
  exDate: IsoDay,
  cutoff: IsoDay,
  closes: readonly Close[]
): Situation | undefined {
  const close = closeAt(closes, cutoff)
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
    weekReturns: weekReturns(closes, fund.payments, cutoff, 2),
    pastWeekReturns: usable.map(({ weekReturn }) => weekReturn),
    weekClose: weekClose(closes, cutoff),
    pastWeekCloses: usable.map((payment) => payment.weekClose),
    swing: weekSwing(closes, fund.payments, cutoff),
    logYields: amounts.map((amount, i) => Math.log(amount / (prices[i] ?? close.close))),
    funds
  }
}

/** Beyond this distance of ln yield the last payment was no usual one. */
const unusual = 0.1

/** Whether the last yield lay above or below the middle one of the last five, or near it. */
export function standingOf({ logYields }: Pick<Situation, 'logYields'>): 'above' | 'below' | 'near' {
  const distance = (logYields.at(-1) ?? 0) - median(logYields.slice(-5))
  return distance > unusual ? 'above' : distance < -unusual ? 'below' : 'near'
}
