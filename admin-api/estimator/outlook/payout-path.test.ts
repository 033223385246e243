import { expect, test } from 'vitest'
import { addDays } from '../../market-days/days.ts'
import type { Close, Payment } from '../../market-days/types.ts'
import { traitsOfFamily } from '../../testing/make-history.ts'
import { projectAmounts, readPace } from './payout-path.ts'

/** Payments on Thursdays up to May 28, 2026, each a share of a constant price. */
function pay(amounts: readonly number[]): Payment[] {
  return amounts.map((amount, i) => {
    const exDate = addDays('2026-05-28', 7 * (i + 1 - amounts.length))
    return { exDate, payDate: addDays(exDate, 1), amount }
  })
}

const closes: Close[] = Array.from({ length: 120 }, (_, i) => ({ date: addDays('2026-02-01', i), close: 20 }))
const traits = traitsOfFamily('yieldmax-single')

test('a steady payment of 0.35 at a price of 20 is 0.25 % a day, and a rate of 91 % a year returns 5 %', () => {
  const pace = readPace(
    { payments: pay(Array.from({ length: 10 }, () => 0.35)), closes, traits },
    '2026-05-29'
  )
  expect(pace?.dailyRate).toBeCloseTo(0.0025, 12)
  expect(pace).toMatchObject({ factor: 1, yearlyReturn: 0.05, price: 20 })
})

test('a single odd payment counts at most 1.5 times the middle one of the last six', () => {
  const odd = pay([...Array.from({ length: 9 }, () => 0.35), 3.5])
  const steady = pay([...Array.from({ length: 9 }, () => 0.35), 1.5 * 0.35])
  const paceOf = (payments: Payment[]) => readPace({ payments, closes, traits }, '2026-05-29')?.dailyRate
  expect(paceOf(odd)).toBeCloseTo(paceOf(steady) ?? Number.NaN, 12)
})

test('a fund that pays 12 % a year returns 12 %, so that its price stays', () => {
  const weekly = (0.12 * 20 * 7) / 365
  const pace = readPace(
    { payments: pay(Array.from({ length: 10 }, () => weekly)), closes, traits },
    '2026-05-29'
  )
  expect(pace?.yearlyReturn).toBeCloseTo(0.12, 12)
  const amounts =
    pace === null
      ? []
      : projectAmounts(
          pace,
          Array.from({ length: 52 }, () => ({ days: 7 }))
        )
  expect(amounts.at(-1)).toBeCloseTo(weekly, 3)
})

test('payments after the day, and fewer than three payments or no price, give no pace', () => {
  const payments = pay(Array.from({ length: 10 }, () => 0.35))
  const later = [...payments, { exDate: '2026-06-04', payDate: '2026-06-05', amount: 9 }]
  expect(readPace({ payments: later, closes, traits }, '2026-05-29')).toEqual(
    readPace({ payments, closes, traits }, '2026-05-29')
  )
  expect(readPace({ payments: payments.slice(-2), closes, traits }, '2026-05-29')).toBeNull()
  expect(readPace({ payments, closes: [], traits }, '2026-05-29')).toBeNull()
})

test('what is paid out leaves the price, and a known amount leaves it, too', () => {
  const pace = { dailyRate: 0.0025, factor: 1, yearlyReturn: 0, price: 20 }
  const week = { days: 7 }
  // 1.75 % of 20, of 19.65 and of 19.306125; after a payment of 1, 1.75 % of 19.
  expect(projectAmounts(pace, [week, week, week])).toEqual([
    expect.closeTo(0.35, 12),
    expect.closeTo(0.343875, 12),
    expect.closeTo(0.3378571875, 12)
  ])
  expect(projectAmounts(pace, [week, week], [1])).toEqual([1, expect.closeTo(0.3325, 12)])
  // A payment above the price leaves nothing.
  expect(projectAmounts(pace, [week, week], [25])).toEqual([25, 0])
})
