import { expect, test } from 'vitest'
import { realisedVolatility } from './realised-volatility.ts'

const days = ['02', '03', '06', '07', '08', '09'].map((day) => `2025-01-${day}`)

test('returns of plus and minus one hundredth have a known standard deviation', () => {
  let close = 100
  const closes = days.map((date, i) => {
    if (i > 0) close *= Math.exp(i % 2 === 1 ? 0.01 : -0.01)
    return { date, close }
  })
  // By hand: +-0.01 five times, mean 0.002, squares 5 * 0.0001 - 5 * 0.002^2 = 0.00048; / 4 * 252 = 0.03024.
  expect(realisedVolatility(closes, [])).toBeCloseTo(Math.sqrt(0.03024), 10)
})

test('a price that falls by just the distribution does not move', () => {
  const closes = days.map((date, i) => ({ date, close: i < 3 ? 20 : 19 }))
  const payments = [{ exDate: '2025-01-07', payDate: '2025-01-08', amount: 1 }]
  expect(realisedVolatility(closes, payments)).toBe(0)
})

test('fewer than five returns give nothing', () => {
  expect(realisedVolatility([{ date: '2025-01-02', close: 1 }], [])).toBeUndefined()
  expect(realisedVolatility([], [])).toBeUndefined()
})
