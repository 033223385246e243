import { expect, test } from 'vitest'
import { holdingSince, yieldOnCost } from './holding.ts'

const paid = (exDate: string, amount: number) => ({ exDate, payDate: exDate, amount })

test('a holding counts what went ex after it was bought, up to the last close', () => {
  const history = {
    // Wednesday the 7th has no close; the 10th and the 11th are a weekend.
    closes: ['05', '06', '08', '09', '12'].map((day, i) => ({ date: `2026-01-${day}`, close: 10 - i })),
    payments: [paid('2026-01-06', 4), paid('2026-01-08', 2), paid('2026-01-12', 1), paid('2026-01-15', 8)]
  }
  expect(holdingSince(history, '2026-01-06')).toEqual({
    bought: { date: '2026-01-06', close: 9 },
    last: { date: '2026-01-12', close: 6 },
    distributions: 3,
    payments: 2,
    laterPayments: 1,
    missingCloses: 1
  })
  expect(holdingSince(history, '2026-01-10')).toMatchObject({
    bought: { date: '2026-01-12' },
    missingCloses: 0
  })
  expect(holdingSince(history, '2026-01-13')).toBeNull()
})

test('yield on cost is a year of the latest payment over the price paid', () => {
  // 0.30 a week is 15.60 a year; on 60 paid for the share that is 26 %.
  expect(yieldOnCost(0.3, 52, 60)).toBeCloseTo(26, 10)
  expect(yieldOnCost(0.5, 12, 60)).toBeCloseTo(10, 10)
  expect(yieldOnCost(0, 52, 60)).toBe(0)
  expect(() => yieldOnCost(0.3, 52, 0)).toThrow('yieldOnCost needs a cost above 0, got 0')
})
