import { expect, test } from 'vitest'
import { type ComparedForecast, skillFigures } from './skill-figures.ts'

const forecast = (exDate: string, actual: number): ComparedForecast => ({
  exDate,
  actual,
  quantiles: [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3],
  baseline: [0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6]
})

test('skill and coverage of two payments, calculated by hand', () => {
  const figures = skillFigures([forecast('2026-05-21', 1), forecast('2026-05-28', 1.25)])
  // Widths 0.05 x 0.6 + 0.1 x 0.4 + 0.25 x 0.2 = 0.12, twice that for the baseline. The second payment is above the
  // median by 0.25 / 2, and above the upper ends of the inner two ranges by 0.15 and 0.05: 0.325; for the baseline by
  // 0.125 and 0.05. Each divided by 3.5 and by the payment.
  const own = (0.12 / 3.5 + (0.12 + 0.325) / 3.5 / 1.25) / 2
  const baseline = (0.24 / 3.5 + (0.24 + 0.175) / 3.5 / 1.25) / 2
  expect(figures).toMatchObject({ n: 2, coverage: { inner: 50, shown: 50, outer: 100 } })
  expect(figures?.score).toBeCloseTo(own, 12)
  expect(figures?.baselineScore).toBeCloseTo(baseline, 12)
  expect(figures?.skill).toBeCloseTo(1 - own / baseline, 12)
})

test('payments of one week are resampled together, so one week has no interval', () => {
  expect(skillFigures([forecast('2026-05-19', 1), forecast('2026-05-21', 1.2)])?.interval).toBeNull()
  const { low = 1, high = 0 } =
    skillFigures([forecast('2026-05-21', 1), forecast('2026-05-28', 1.25)])?.interval ?? {}
  expect(low).toBeLessThan(high)
})

test('an empty set has no figures', () => {
  expect(skillFigures([])).toBeUndefined()
})
