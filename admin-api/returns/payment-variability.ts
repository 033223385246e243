import { closeAt } from '../market-days/closes.ts'
import { addDays, daysBetween } from '../market-days/days.ts'
import { pastFrequencies } from '../market-days/frequency.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { median } from '../numbers/statistics.ts'
import type { ReturnHistory } from './growth.ts'

/** `deviation` is a fraction of the median payment, `payments` the number of payments used. */
export type PaymentVariability = { deviation: number; payments: number }

const maxPayments = 26
const minPayments = 6
const yearDays = 365

/**
 * Variability of payments: the median absolute deviation over the median of the last year's payments, at most 26. They
 * are compared as annualized yields on the close before the ex-date, each with the frequency of its time, so that neither
 * a falling price nor a change of frequency counts. Residual payments are left out. Null for fewer than six payments, or
 * if the median is zero.
 */
export function paymentVariability({ payments, closes }: ReturnHistory): PaymentVariability | null {
  const lastDay = closes.at(-1)?.date
  if (lastDay === undefined) return null
  const usual = usualPayments(payments).filter(({ exDate }) => exDate <= lastDay)
  const frequencies = pastFrequencies(usual.map(({ exDate }) => exDate))
  const yields = usual
    .flatMap(({ exDate, amount }, i) => {
      const before = closeAt(closes, addDays(exDate, -1))
      const isRecent = daysBetween(exDate, lastDay) < yearDays
      return before === undefined || !isRecent ? [] : [(amount * (frequencies[i] ?? 0)) / before.close]
    })
    .slice(-maxPayments)
  if (yields.length < minPayments) return null
  const middle = median(yields)
  if (middle === 0) return null
  return { deviation: median(yields.map((each) => Math.abs(each / middle - 1))), payments: yields.length }
}
