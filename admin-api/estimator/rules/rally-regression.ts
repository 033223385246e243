import { clip, median } from '../../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../../numbers/format-numbers.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { atClose, logSwing, type Rule } from './rule.ts'

/** A week's return, in units of the usual yield: what is paid out in any week, and where more gain adds no more. */
const usualGain = 1.5
const fullGain = 9.5

/**
 * ln(yield / last yield) = b . x, where `usual` is the median of the last five yields:
 * - the last complete calendar week's return in units of the usual yield, what lies between 1.5 and 9.5 of them;
 * - how far the last yield lay above the usual one, and how far below, each with its own slope;
 * - ln(daily swing of the last two complete weeks / usual yield), and a constant.
 *
 * Funds that sell calls pay their usual rate after a flat or falling week, hand out part of the gain after a rally, and
 * go back to the usual rate after that. The gain counts in yields because 4 % is much for a fund that pays 0.6 % a week
 * and nothing for one that pays 2 %.
 * Source: single-stock funds, 20 October to 31 December 2025: the median of ln(yield / usual) rises from 0 below 1.5
 * usual yields to 0.34 at 3.5, 0.58 at 5.5 and 0.71 at 7. In 2026 the slope is about a third of that.
 */
export const rallyRegression: Rule = {
  name: 'rally-regression',
  families: ['yieldmax-single'],
  explain: (features, amount) =>
    `${describeRally(features)}; after such weeks funds like it went on to pay about ${percent(amount / features.price, 2)}, and ${atClose(features)} that makes ${dollars(amount)}.`,
  model: 'rally',
  fit: 'regression',
  predictors: rallyPredictors
}

/** Half the change that the rally regression predicts, because what holds after rallies holds only for some months. */
export const halfRally: Rule = {
  name: 'half-rally',
  families: ['yieldmax-single'],
  explain: (features, amount) =>
    `${describeRally(features)}; half of what followed for funds like it makes ${percent(amount / features.price, 2)}, or ${dollars(amount)} ${atClose(features)}.`,
  model: 'rally',
  fit: 'regression',
  predictors: rallyPredictors,
  shrink: (change) => change / 2
}

function rallyPredictors(features: PaymentFeatures): readonly number[] | undefined {
  const { logYields, weekReturns } = features
  const last = logYields.at(-1)
  const [week] = weekReturns
  if (last === undefined || week === undefined) return undefined
  const usual = median(logYields.slice(-5))
  const gain = Math.expm1(week) / Math.exp(usual)
  const above = last - usual
  return [
    // Over three: the predictors then are of one size, which the ridge penalty asks for.
    clip(gain - usualGain, 0, fullGain - usualGain) / 3,
    Math.max(0, above),
    Math.min(0, above),
    logSwing(features) - usual,
    1
  ]
}

function describeRally({ logYields, weekReturns }: PaymentFeatures): string {
  const above = (logYields.at(-1) ?? 0) - median(logYields.slice(-5))
  const place = `${percent(Math.abs(Math.expm1(above)), 0)} ${above < 0 ? 'below' : 'above'}`
  return `It returned ${signedPercent(weekReturns[0] ?? 0)} in the last full week, and its last yield lay ${place} the median of its last five`
}
