import { ewma, median } from '../../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../../numbers/format-numbers.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { atClose, optionEarners, type Rule } from './rule.ts'

/**
 * ln(yield / last yield) = b . x with six predictors:
 * - the fund's total returns of the last two complete calendar weeks, and their sizes: options are sold and
 *   bought back within the week, so its result is paid in the week after;
 * - the distance from the last yield to its slow average (EWMA of ln yield, alpha 0.15);
 * - the distance to the median of the last five.
 * The slopes are fitted per family by ridge regression without intercept; see model-state.ts.
 *
 * Source: regression of ln yield less its slow average on the fourteen daily returns before the ex-date, payments
 * of 2025. For WeeklyPay the five days of the week before last count (t 2 to 7, R squared 0.43), for
 * single-stock funds mostly those of the week before (t 3 to 5).
 */
export const returnRegression: Rule = {
  name: 'return-regression',
  families: optionEarners,
  explain: (features, amount) => {
    const [week = 0] = features.weekReturns
    return `It returned ${signedPercent(week)} in the last full week, and its last yield lay ${offAverage(features)} its average; after such weeks funds like it went on to pay about ${percent(amount / features.price, 2)}, and ${atClose(features)} that makes ${dollars(amount)}.`
  },
  model: 'week-returns',
  fit: 'regression',
  predictors: weekPredictors
}

function weekPredictors(features: PaymentFeatures): readonly number[] | undefined {
  const last = features.logYields.at(-1)
  const [week, weekBefore] = features.weekReturns
  if (last === undefined || week === undefined || weekBefore === undefined) return undefined
  // Times five: a usual week's 5 % then weighs about like the distances against the penalty.
  return [
    5 * week,
    5 * weekBefore,
    5 * Math.abs(week),
    5 * Math.abs(weekBefore),
    slowAverage(features) - last,
    median(features.logYields.slice(-5)) - last
  ]
}

function slowAverage({ logYields }: PaymentFeatures): number {
  return ewma(logYields.slice(-40), 0.15)
}

function offAverage(features: PaymentFeatures): string {
  const distance = (features.logYields.at(-1) ?? 0) - slowAverage(features)
  return `${percent(Math.abs(Math.expm1(distance)), 0)} ${distance < 0 ? 'below' : 'above'}`
}
