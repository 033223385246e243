import { clip, ewma, median } from '../../numbers/statistics.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { longLogYield } from './fixed-rules.ts'
import type { FittedRule } from './rule.ts'

/*
 * Fitted rules that predict y = ln(yield / last yield). Predictors are scaled to a size of about 1, because the ridge
 * penalty and the kernel treat all of them alike. The usual yield is the median of the last five.
 */

export function usualLogYield({ logYields }: PaymentFeatures): number {
  return median(logYields.slice(-5))
}

/** ln of the daily volatility, with an offset so that a price that never moves has a logarithm. */
function logVolatility({ dailyVolatility }: PaymentFeatures): number {
  return Math.log(dailyVolatility + 0.003)
}

/**
 * y = b . x with six predictors and no intercept:
 * - the fund's total returns of the last two complete calendar weeks, and their absolute values: options are sold and
 *   bought back within a week, whose result is paid out in the week after;
 * - the distance from the last yield to its slow average (EWMA of ln yield, alpha 0.15);
 * - the distance from the last yield to the usual one.
 *
 * Only for families that pay out what their options earned, so that past weeks predict the next payment; the others set
 * a rate.
 *
 * Source: regression of ln yield less its slow average on the fourteen daily returns before the ex-date, payments of
 * 2025. For WeeklyPay the five days of the week before last count (t 2 to 7, R squared 0.43), for single-stock funds
 * mostly those of the week before (t 3 to 5).
 */
export const returnRegression: FittedRule = {
  name: 'return-regression',
  isForFamilies: true,
  model: 'week-returns',
  fit: 'regression',
  predictors: (features) => {
    const last = features.logYields.at(-1)
    const [week, weekBefore] = features.weekReturns
    if (last === undefined || week === undefined || weekBefore === undefined) return undefined
    // Times five: the penalty then weighs a usual week's 5 % about like the distances.
    return [
      5 * week,
      5 * weekBefore,
      5 * Math.abs(week),
      5 * Math.abs(weekBefore),
      slowAverage(features) - last,
      usualLogYield(features) - last
    ]
  }
}

function slowAverage({ logYields }: PaymentFeatures): number {
  return ewma(logYields.slice(-40), 0.15)
}

/** Bounds on a week's gain in units of the usual yield: less is paid out in any week, and more adds nothing. */
const usualGain = 1.5
const fullGain = 9.5

/**
 * y = b . x with five predictors:
 * - the last complete week's gain in units of the usual yield, limited to 1.5..9.5;
 * - the distance of the last ln yield above the usual one, and below it, each with its own slope;
 * - ln(daily volatility / usual yield), and an intercept.
 *
 * Funds that sell calls pay their usual rate after a flat or falling week, distribute part of the gain after a rally,
 * and then return to the usual rate. The gain is measured in yields because 4 % is much for a fund that pays 0.6 % a
 * week and little for one that pays 2 %.
 *
 * Source: single-stock funds, October 20 to December 31, 2025. The median of ln(yield / usual) rises from 0 below 1.5
 * usual yields to 0.34 at 3.5, 0.58 at 5.5 and 0.71 at 7. In 2026 the slope is about a third of that.
 */
export const rallyRegression: FittedRule = {
  name: 'rally-regression',
  isForFamilies: true,
  model: 'rally',
  fit: 'regression',
  predictors: (features) => {
    const last = features.logYields.at(-1)
    const [week] = features.weekReturns
    if (last === undefined || week === undefined) return undefined
    const usual = usualLogYield(features)
    const gain = Math.expm1(week) / Math.exp(usual)
    const above = last - usual
    return [
      clip(gain - usualGain, 0, fullGain - usualGain) / 3,
      Math.max(0, above),
      Math.min(0, above),
      logVolatility(features) - usual,
      1
    ]
  }
}

/** Half the change predicted by the rally regression, because the response to rallies lasts only for some months. */
export const halfRally: FittedRule = {
  ...rallyRegression,
  name: 'half-rally',
  shrink: (change) => change / 2
}

/**
 * Median of y over the family's payments with similar features, near and recent ones weighing most (kernelMedian).
 * It assumes no functional form, so it also finds that a rate is simply repeated. Four predictors, each divided by the
 * distance at which another payment weighs exp(-1/2) = 0.61:
 * - the last complete week's return in units of the usual yield, limited to -8..10;
 * - the distance of the last ln yield from the usual one, limited to -0.6..0.6;
 * - ln(daily volatility / usual yield);
 * - ln(usual yield).
 */
export const likeWeeks: FittedRule = {
  name: 'like-weeks',
  isForFamilies: true,
  priorWeight: 3,
  model: 'like-weeks',
  fit: 'neighbors',
  predictors: (features) => {
    const last = features.logYields.at(-1)
    const [week] = features.weekReturns
    if (last === undefined || week === undefined) return undefined
    const usual = usualLogYield(features)
    return [
      clip(Math.expm1(week) / Math.exp(usual), -8, 10) / 3,
      clip(last - usual, -0.6, 0.6) / 0.2,
      (logVolatility(features) - usual) / 0.4,
      usual / 0.5
    ]
  }
}

/**
 * y = ln(yield / mean of the last six) = b . x with two predictors:
 * - the distance of the last ln yield from that mean;
 * - the change of the fund's volatility over two months (volatilityChange), limited to a factor of e.
 *
 * For funds that pay once a month what options earned. Premium is collected over one to two months before it is paid, and
 * is higher after large moves.
 *
 * Source: JPMorgan, 2021 to 2025: correlation with y 0.46 for the month before the price day, 0.63 for the one before
 * that. Walk-forward, its mean error falls from 13.1 to 10.9 % until 2024, from 10.8 to 6.5 in 2025 and from 11.6 to 7.0 in 2026.
 */
export const monthVolatility: FittedRule = {
  name: 'month-volatility',
  isForFamilies: true,
  model: 'month-volatility',
  fit: 'regression',
  base: longLogYield,
  predictors: (features) => {
    const usual = longLogYield(features)
    const last = features.logYields.at(-1)
    const { volatilityChange } = features
    if (usual === undefined || last === undefined || volatilityChange === undefined) return undefined
    return [last - usual, clip(volatilityChange, -1, 1)]
  }
}
