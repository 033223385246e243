import { ewma, median } from '../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../wording.ts'
import { atClose, optionEarners, type Rule, type Situation } from './rule.ts'

/**
 * ln(yield / last yield) = b . x with six predictors:
 * - the fund's total returns of the last two complete calendar weeks, and their sizes: options are sold and
 *   bought back within the week, so its result is paid in the week after;
 * - the distance from the last yield to its slow average (EWMA of ln yield, alpha 0.15);
 * - the distance to the median of the last five.
 * The slopes are learnt per family by ridge regression without intercept; see candidates.ts.
 *
 * Source: regression of ln yield less its slow average on the fourteen daily returns before the ex-date, payments
 * of 2025. For WeeklyPay the five days of the week before last count (t 2 to 7, R squared 0.43), for
 * single-stock funds mostly those of the week before (t 3 to 5).
 */
export const returnRegression: Rule = {
  name: 'return-regression',
  families: optionEarners,
  explain: (situation, amount) => {
    const [week = 0] = situation.weekReturns
    return `It returned ${signedPercent(week)} in the last full week, and its last yield lay ${offAverage(situation)} its average; after such weeks funds like it went on to pay about ${percent(amount / situation.price, 2)}, and ${atClose(situation)} that makes ${dollars(amount)}.`
  },
  model: 'week-returns',
  learns: 'slopes',
  predictors: weekPredictors
}

function weekPredictors(situation: Situation): readonly number[] | undefined {
  const last = situation.logYields.at(-1)
  const [week, weekBefore] = situation.weekReturns
  if (last === undefined || week === undefined || weekBefore === undefined) return undefined
  // Times five: a usual week's 5 % then weighs about like the distances against the penalty.
  return [
    5 * week,
    5 * weekBefore,
    5 * Math.abs(week),
    5 * Math.abs(weekBefore),
    slowAverage(situation) - last,
    median(situation.logYields.slice(-5)) - last
  ]
}

function slowAverage({ logYields }: Situation): number {
  return ewma(logYields.slice(-40), 0.15)
}

function offAverage(situation: Situation): string {
  const distance = (situation.logYields.at(-1) ?? 0) - slowAverage(situation)
  return `${percent(Math.abs(Math.expm1(distance)), 0)} ${distance < 0 ? 'below' : 'above'}`
}
