import { clip, ewma } from '../../numbers/statistics.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import type { FittedRule } from './rule.ts'

/** EWMA weight and window, in payments, of the usual share and the usual week. */
const alpha = 0.8
const averaged = 30
/** The same for the slow share, which is the unit of a week's return. */
const slowAlpha = 0.15
const slowAveraged = 40
/** Limit on a week's return, in slow shares. */
const largestGain = 15
/** Gain in slow shares above which more gain adds less. */
const goodWeek = 4
const minPast = 3

/**
 * Forecast of the share s = amount / close at the end of the week that counts, for WeeklyPay. The last complete calendar
 * week counts, and the amount follows its last close, not the price after it:
 *
 *   ln s - usual = b . (x - usual x), with usual values as EWMAs of alpha 0.8,
 *
 * so a share that a good week raised does not count as usual. x are three predictors of the week's total return in units
 * of the slow share (EWMA of alpha 0.15), limited to 15 units: the loss, the gain, and the gain above 4 units.
 *
 * Source: WeeklyPay payments of 2025. In a robust regression of ln s the return after that close has a slope of 0.0
 * (t = 0.1), that of the week 2.2 (t = 11). Shifting the week by one day raises the median error from 10 to 17 %. ln s
 * falls by 0.06 for each unit lost and hardly rises above 4 units gained.
 */
export const weekGain: FittedRule = {
  name: 'week-gain',
  isForFamilies: true,
  model: 'week-gain',
  fit: 'regression',
  base: (features) => {
    const { weekClose, price } = features
    const shares = pastShares(features)
    if (weekClose === undefined || shares.length < minPast) return undefined
    return averageShare(shares.slice(-averaged), alpha) + Math.log(weekClose / price)
  },
  predictors: (features) => {
    const [week] = features.weekReturns
    const shares = pastShares(features)
    if (week === undefined || shares.length < minPast) return undefined
    const slowShare = Math.exp(averageShare(shares.slice(-slowAveraged), slowAlpha))
    // Units of five shares: the ridge penalty expects predictors of about 1.
    const inShares = (logReturn: number): number =>
      clip(Math.expm1(logReturn) / slowShare, -largestGain, largestGain) / 5
    const now = inShares(week)
    const before = shares.slice(-averaged).map(({ weekReturn }) => inShares(weekReturn))
    return parts.map((part) => part(now) - ewma(before.map(part), alpha))
  }
}

const parts: readonly ((gain: number) => number)[] = [
  (gain) => Math.min(0, gain),
  (gain) => Math.max(0, gain),
  (gain) => Math.max(0, gain - goodWeek / 5)
]

type PastShare = { logShare: number; weekReturn: number }

/** ln s of each past payment, with the return of its week. */
function pastShares({ amounts, pastWeekCloses, pastWeekReturns }: PaymentFeatures): PastShare[] {
  return amounts.flatMap((amount, i) => {
    const close = pastWeekCloses[i]
    return close === undefined
      ? []
      : [{ logShare: Math.log(amount / close), weekReturn: pastWeekReturns[i] ?? 0 }]
  })
}

function averageShare(shares: readonly PastShare[], weight: number): number {
  return ewma(
    shares.map(({ logShare }) => logShare),
    weight
  )
}
