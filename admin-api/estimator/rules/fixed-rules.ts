import { addDays } from '../../market-days/days.ts'
import type { FamilyTraits } from '../../market-days/types.ts'
import { clip, ewma, mean, median } from '../../numbers/statistics.ts'
import { type KnownFund, meanLatestYield } from '../known-fund.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import type { FixedRule } from './rule.ts'

/** The last yield. As prices erode, amounts do too, so the yield is steadier than the amount. */
export const lastYield: FixedRule = {
  name: 'last-yield',
  expectedYield: ({ logYields }) => {
    const last = logYields.at(-1)
    return last === undefined ? undefined : Math.exp(last)
  }
}

/** The last amount again, whatever the price. For issuers that set dollars, not a rate, and repeat them for months. */
export const lastAmount: FixedRule = {
  name: 'last-amount',
  isForFamilies: true,
  expectedYield: ({ amounts, price }) => {
    const last = amounts.at(-1)
    return last === undefined ? undefined : last / price
  }
}

/** EWMA of ln yield with alpha 0.65: two thirds the last yield, the rest its predecessors. */
export const smoothYield: FixedRule = {
  name: 'smooth-yield',
  expectedYield: ({ logYields }) =>
    logYields.length === 0 ? undefined : Math.exp(ewma(logYields.slice(-30), 0.65))
}

/**
 * Median of the last five yields, which a single odd week does not move. For funds that hold many options at once, or
 * new ones each day: after an odd week they return to their level.
 */
export const middleYield: FixedRule = {
  name: 'middle-yield',
  isForFamilies: true,
  expectedYield: ({ logYields }) => (logYields.length < 3 ? undefined : Math.exp(median(logYields.slice(-5))))
}

/**
 * Geometric mean of the last six yields. For funds that pay once a month what options earned: single months differ by a
 * fifth to a third around a level that moves slowly.
 */
export const longYield: FixedRule = {
  name: 'long-yield',
  isForFamilies: true,
  priorWeight: 3,
  expectedYield: meanOfSix
}

function meanOfSix(features: PaymentFeatures): number | undefined {
  const usual = longLogYield(features)
  return usual === undefined ? undefined : Math.exp(usual)
}

/** Geometric mean of the last six yields, in logarithms. */
export function longLogYield({ logYields }: PaymentFeatures): number | undefined {
  return logYields.length < 3 ? undefined : mean(logYields.slice(-6))
}

/** ln of the yield follows that of implied volatility by this much: premium rises with it, a fund's stocks pay the same. */
const elasticity = 0.8

/**
 * Geometric mean of the last six yields x (implied volatility of the month / that before the six)^0.8, with a change of at
 * most a factor of e. For funds that pay once a month what options earned: premium is set by the volatility that the
 * market expects when the options are sold.
 *
 * Source: JPMorgan, 2023 to July 2026: correlation of ln(yield / mean of six) with the change 0.70, slope 0.6; iShares 0.47
 * and 0.8, other issuers 0.71 and 1.9, XYLD 0.20 and 0.3. One slope for all, because most have a year of payments.
 */
export const impliedVolatility: FixedRule = {
  name: 'implied-volatility',
  isForFamilies: true,
  priorWeight: 3,
  expectedYield: (features) => {
    const usual = meanOfSix(features)
    const { impliedChange } = features
    if (usual === undefined || impliedChange === undefined) return undefined
    return usual * Math.exp(elasticity * clip(impliedChange, -1, 1))
  }
}

/** Yahoo's symbol of the index of the volatility that options on the S&P 500 imply. */
export const marketVolatilityIndex = '^VIX'

export function usesMarketVolatility(traits: FamilyTraits | undefined): boolean {
  return traits?.rules.includes(impliedVolatility.name) ?? false
}

/** Holdings of the funds of funds. */
const holdings: Readonly<Record<string, readonly string[] | 'every single-stock fund'>> = {
  YMAG: ['AMZY', 'APLY', 'FBY', 'GOOY', 'MSFO', 'NVDY', 'TSLY'],
  YMAX: 'every single-stock fund'
}

/**
 * Mean yield of the held funds in the week before.
 * Source: payments since October 2025, whose yields lie close to that mean (few observations).
 */
export const lookThrough: FixedRule = {
  name: 'look-through',
  isForFamilies: true,
  expectedYield: ({ symbol, funds, cutoff, days }) => {
    const members = [...funds.values()].filter((fund) => holds(symbol, fund))
    const weekly = meanLatestYield(members, addDays(cutoff, -9))
    return weekly === undefined ? undefined : weekly * (days / 7)
  }
}

/** Whether a fund of funds holds another one, so that its forecasts depend on the payments of that one. */
export function holds(holder: string, { symbol, family }: Pick<KnownFund, 'symbol' | 'family'>): boolean {
  const held = holdings[holder] ?? []
  return held === 'every single-stock fund' ? family === 'yieldmax-single' : held.includes(symbol)
}

/** Distance in ln yield below which two yields are the same rate, seen through a moving price. */
const sameRate = 0.06

/**
 * Geometric mean of the last yields, at most five, since the rate last moved by more than 6 %. For issuers that keep a
 * rate and change it in steps: one payment shows the step, later ones settle the new level.
 * Source: GraniteShares, whose rates were constant within 2 % in 2025 (our price day is not the issuer's).
 */
export const stepRate: FixedRule = {
  name: 'step-rate',
  expectedYield: ({ logYields }) => {
    const last = logYields.at(-1)
    if (last === undefined) return undefined
    const recent = logYields.slice(-5)
    const step = recent.findLastIndex((value) => Math.abs(value - last) > sameRate)
    return Math.exp(mean(recent.slice(step + 1)))
  }
}
