import { median } from '../numbers/averages.ts'
import { closeAt } from '../market-days/closes.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { addDays, daysBetween } from '../market-days/days.ts'
import { pastFrequencies } from '../market-days/past-frequencies.ts'
import type { ReturnHistory } from './growth.ts'

const mostPayments = 26
const fewestPayments = 6
const aYear = 365

/** `swing` is a fraction of the middle payment, `payments` how many it was read off. */
export type PaymentSwing = { swing: number; payments: number }

/**
 * How unsteady payments are: half of the latest 26 at most, all of one year, lay farther than this from the middle one
 * (median absolute deviation over median). They are compared as annualised yields of the close before the ex-date, each
 * with the frequency of its time, so that neither a falling price nor another cadence is a swing; residual payments are
 * left out. null for fewer than six payments, or where the middle one is zero.
 */
export function paymentSwing({ payments, closes }: ReturnHistory): PaymentSwing | null {
  const lastDay = closes.at(-1)?.date
  if (lastDay === undefined) return null
  const usual = usualPayments(payments).filter(({ exDate }) => exDate <= lastDay)
  const frequencies = pastFrequencies(usual.map(({ exDate }) => exDate))
  const yields = usual
    .flatMap(({ exDate, amount }, i) => {
      const before = closeAt(closes, addDays(exDate, -1))
      const isRecent = daysBetween(exDate, lastDay) < aYear
      return before === undefined || !isRecent ? [] : [(amount * (frequencies[i] ?? 0)) / before.close]
    })
    .slice(-mostPayments)
  if (yields.length < fewestPayments) return null
  const middle = median(yields)
  if (middle === 0) return null
  return { swing: median(yields.map((each) => Math.abs(each / middle - 1))), payments: yields.length }
}
