import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { paymentVariability } from './payment-variability.ts'

/** Ex-dates every `gap` days to 2026-06-25, and a close of 10 on each day before. */
function makeHistory(amounts: readonly number[], gap = 7) {
  const exDates = amounts.map((_, i) => addDays('2026-06-25', (i + 1 - amounts.length) * gap))
  return {
    payments: exDates.map((exDate, i) => ({ exDate, payDate: exDate, amount: amounts[i] ?? 0 })),
    closes: exDates.flatMap((exDate) => [
      { date: addDays(exDate, -1), close: 10 },
      { date: exDate, close: 10 }
    ])
  }
}

test('variability is the median deviation from the median payment', () => {
  // By hand: the median is 1; the distances 0.5 0.2 0.1 0 0.1 0.3 0.6 have the median 0.2.
  const variability = paymentVariability(makeHistory([0.5, 0.8, 0.9, 1, 1.1, 1.3, 1.6]))
  expect(variability?.deviation).toBeCloseTo(0.2, 12)
  expect(variability?.payments).toBe(7)
})

test('neither a falling price nor another frequency adds variability', () => {
  const { payments, closes } = makeHistory(Array.from({ length: 20 }, () => 0.1))
  const halved = closes.map(({ date, close }, i) => ({ date, close: i < 20 ? close : close / 2 }))
  const falling = payments.map((payment, i) => ({ ...payment, amount: i < 10 ? 0.1 : 0.05 }))
  expect(paymentVariability({ payments: falling, closes: halved })?.deviation).toBeCloseTo(0, 12)

  const monthly = makeHistory([0.52, 0.52, 0.52, 0.52, 0.52], 28)
  const earlier = (day: string) => addDays(day, -70)
  const changed = {
    payments: [
      ...monthly.payments.map((payment) => ({ ...payment, exDate: earlier(payment.exDate) })),
      ...payments.slice(-10).map((payment) => ({ ...payment, amount: 0.13 }))
    ],
    closes: [
      ...monthly.closes.map(({ date, close }) => ({ date: earlier(date), close })),
      ...closes.slice(-20)
    ]
  }
  // Thirteen times 0.52 and 52 times 0.13 are 6.76 a year each.
  expect(paymentVariability(changed)?.deviation).toBeCloseTo(0, 12)
})

test('too few payments, zeros, and payments older than a year give null', () => {
  expect(paymentVariability(makeHistory([1, 1, 1, 1, 1]))).toBeNull()
  expect(paymentVariability(makeHistory([0, 0, 0, 0, 0, 0]))).toBeNull()
  expect(paymentVariability({ payments: [], closes: [] })).toBeNull()
  const { payments, closes } = makeHistory([1, 1, 1, 1, 1, 1])
  expect(paymentVariability({ payments, closes: [...closes, { date: '2027-07-01', close: 9 }] })).toBeNull()
  expect(paymentVariability(makeHistory(Array.from({ length: 40 }, () => 1)))?.payments).toBe(26)
})
