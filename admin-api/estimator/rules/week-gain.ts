import { clip, ewma } from '../../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../../numbers/format-numbers.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import type { Rule } from './rule.ts'

const alpha = 0.8
const slowAlpha = 0.15
/** How many past payments the two averages go back. */
const averaged = 30
const slowAveraged = 40
/** A gain or loss counts up to this many weekly yields. */
const largestGain = 15
/** From a gain of this many weekly yields on, more gain adds less. */
const goodWeek = 4
const fewestPast = 3

/**
 * The payment as a share of the close that the week that counts ended on, and what that week did to it. For WeeklyPay
 * the last complete calendar week counts, and with it its last close: the amount does not follow the price after that.
 * ln(amount / week's close) - usual = b . (week - usual week), both measured against EWMAs of alpha 0.8, so a share that
 * a good week lifted does not count as usual. Three predictors of the week's total return in units of the slow share
 * (EWMA of alpha 0.15), each within 15 units: where it is a loss, where it is a gain, and what lies above 4 units.
 *
 * Source: WeeklyPay payments of 2025. In a robust regression of ln(amount / week's close) the return after that close
 * has a slope of 0.0 (t = 0.1), that of the week 2.2 (t = 11). A week shifted by one day takes the median error from
 * 10 to 17 %. ln share falls by 0.06 for each unit lost and hardly rises above 4 units gained.
 */
export const weekGain: Rule = {
  name: 'week-gain',
  families: ['roundhill-weeklypay'],
  explain: ({ weekReturns, weekClose = 0 }, amount) =>
    `It returned ${signedPercent(weekReturns[0] ?? 0)} in the week that counts, which ended at ${dollars(weekClose, 2)}; its usual share of such a close and what such weeks did to it make ${percent(amount / weekClose, 2)} of it, or ${dollars(amount)}.`,
  model: 'week-gain',
  fit: 'regression',
  base: (features) => {
    const { weekClose, price } = features
    const shares = pastShares(features)
    if (weekClose === undefined || shares.length < fewestPast) return undefined
    const usual = ewma(
      shares.slice(-averaged).map(({ logShare }) => logShare),
      alpha
    )
    return usual + Math.log(weekClose / price)
  },
  predictors: (features) => {
    const [week] = features.weekReturns
    const shares = pastShares(features)
    if (week === undefined || shares.length < fewestPast) return undefined
    const slowShare = Math.exp(
      ewma(
        shares.slice(-slowAveraged).map(({ logShare }) => logShare),
        slowAlpha
      )
    )
    // In fifths: the predictors then are of the size that the ridge penalty asks for.
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

/** Each past payment as ln(amount / close of the week that counted), with that week's return. */
function pastShares({
  amounts,
  pastWeekCloses,
  pastWeekReturns
}: PaymentFeatures): { logShare: number; weekReturn: number }[] {
  return amounts.flatMap((amount, i) => {
    const close = pastWeekCloses[i]
    return close === undefined
      ? []
      : [{ logShare: Math.log(amount / close), weekReturn: pastWeekReturns[i] ?? 0 }]
  })
}
