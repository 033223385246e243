import { expect, test } from 'vitest'
import { lastYieldEstimate } from './last-yield-estimate.ts'

const pay = (exDate: string, amount: number) => ({ exDate, payDate: exDate, amount })

/** 20 dollars two sessions before 2026-05-21, 25 two sessions before 2026-05-28. */
const closes = [
  { date: '2026-05-12', close: 10 },
  { date: '2026-05-19', close: 20 },
  { date: '2026-05-26', close: 25 }
]

test('the last yield times the price', () => {
  const payments = [pay('2026-05-14', 0.2), pay('2026-05-21', 0.4)]
  // 0.4 / 20 = 2 % of 25
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('nothing later than the payment before is looked at', () => {
  const payments = [pay('2026-05-14', 0.2), pay('2026-05-21', 0.4), pay('2026-05-28', 9)]
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('a catch-up of three weeks counts a third towards a week', () => {
  const payments = [pay('2026-04-30', 0.2), pay('2026-05-21', 0.6)]
  // 0.6 x 7 / 21 = 0.2; 0.2 / 20 = 1 % of 25
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.25, 10)
})

test('a payment that waits to be checked ends the days of the one before', () => {
  const payments = [pay('2026-04-30', 0.2), pay('2026-05-07', 0.4)]
  const known = { payments, closes: [{ date: '2026-05-05', close: 20 }, ...closes.slice(1)] }
  // From 7 to 28 May three weeks' worth; since 21 May one week's: 0.4 / 20 = 2 % of 25
  expect(lastYieldEstimate(known, '2026-05-28', 25)).toBeCloseTo(1.5, 10)
  const waitingDays = ['2026-05-14', '2026-05-21']
  expect(lastYieldEstimate({ ...known, waitingDays }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('without a payment before, or its price, there is none', () => {
  expect(lastYieldEstimate({ payments: [], closes }, '2026-05-28', 25)).toBeNull()
  expect(lastYieldEstimate({ payments: [pay('2026-01-08', 1)], closes }, '2026-05-28', 25)).toBeNull()
})
