import { expect, test } from 'vitest'
import {
  afterFallAndRecovery,
  coveredCall,
  coveredCallTerms,
  market,
  syntheticCoveredCall,
  syntheticStock
} from './option-payoff.ts'

test('the covered call of the guide matches a calculation by hand', () => {
  // Bought at 100, call at 105 sold for 3.90.
  expect(coveredCall(market.call105, 120)).toBeCloseTo(105 - 100 + 3.9)
  expect(coveredCall(market.call105, 105)).toBeCloseTo(8.9)
  expect(coveredCall(market.call105, 96.1)).toBeCloseTo(0)
  expect(coveredCall(market.call105, 80)).toBeCloseTo(-20 + 3.9)
  expect(coveredCallTerms(market.call105)).toEqual({
    cap: expect.closeTo(8.9),
    breakEven: expect.closeTo(96.1),
    at120: expect.closeTo(8.9),
    at80: expect.closeTo(-16.1)
  })
})

test('a bought call and a sold put move dollar for dollar with the stock', () => {
  // 5.95 paid, 5.55 received: 0.40 below the stock at every price.
  for (const price of [60, 95, 100, 105, 140]) expect(syntheticStock(price) - (price - 100)).toBeCloseTo(-0.4)
})

test('the synthetic covered call is capped above and open below', () => {
  expect(syntheticCoveredCall(market.call105, 105)).toBeCloseTo(8.5)
  expect(syntheticCoveredCall(market.call105, 300)).toBeCloseTo(8.5)
  expect(syntheticCoveredCall(market.call105, 0)).toBeCloseTo(-100 - 0.4 + 3.9)
})

test('after a fall and a full recovery of the stock the covered call is still behind', () => {
  // 83.90 after the fall, then at most 8.9 %: 83.90 x 1.089 = 91.3671.
  expect(afterFallAndRecovery()).toBeCloseTo(91.3671)
})

test('the premiums come from Black-Scholes, rounded to five cents', () => {
  const call = (strike: number) =>
    blackScholesCall({ strike, stock: 100, volatility: 0.5, rate: 0.045, years: 1 / 12 })
  const putAt100 = call(100) - 100 + 100 * Math.exp(-0.045 / 12)
  for (const { strike, premium } of [market.callAtTheMoney, market.call105, market.call110])
    expect(Math.abs(call(strike) - premium)).toBeLessThan(0.05)
  expect(Math.abs(putAt100 - market.putAtTheMoney.premium)).toBeLessThan(0.05)
})

type Terms = { strike: number; stock: number; volatility: number; rate: number; years: number }

function blackScholesCall({ strike, stock, volatility, rate, years }: Terms): number {
  const spread = volatility * Math.sqrt(years)
  const d1 = (Math.log(stock / strike) + (rate + volatility ** 2 / 2) * years) / spread
  return stock * normal(d1) - strike * Math.exp(-rate * years) * normal(d1 - spread)
}

/** The normal distribution function by Simpson's rule from 0, far more exact than a cent needs. */
function normal(x: number): number {
  const steps = 200
  const density = (t: number) => Math.exp(-(t ** 2) / 2) / Math.sqrt(2 * Math.PI)
  const width = x / steps
  let sum = density(0) + density(x)
  for (let i = 1; i < steps; i++) sum += (i % 2 === 0 ? 2 : 4) * density(i * width)
  return 0.5 + (sum * width) / 3
}
