import { expect, test } from 'vitest'
import { packComing, packPayments, unpackComing, unpackPayments } from './fleet-funds.ts'

test('payments become columns whose days are differences', () => {
  const payments = [
    { exDate: '1970-01-11', payDate: '1970-01-12', amount: 0.25 },
    { exDate: '1970-01-18', payDate: '1970-01-21', amount: 0.210001 }
  ]
  const packed = packPayments(payments)
  expect(packed).toEqual({ ex_days: [10, 7], pay_lags: [1, 3], amounts: [0.25, 0.210001] })
  expect(unpackPayments(packed)).toEqual(payments)
  expect(unpackPayments(packPayments([]))).toEqual([])
})

test('coming payments keep their state and amount; those without an amount are left out', () => {
  const coming = [
    { ex_date: '1970-01-11', pay_date: '1970-01-12', state: 'declared', amount: 0.210001 },
    { ex_date: '1970-01-18', pay_date: '1970-01-19', state: 'estimated', amount: 0.2006 },
    { ex_date: '1970-01-25', pay_date: '1970-01-26', state: 'projected', amount: 0.2 }
  ] as const
  const packed = packComing([
    ...coming,
    { ex_date: '1970-02-01', pay_date: '1970-02-02', state: 'projected', amount: null }
  ])
  expect(packed).toEqual({
    ex_days: [10, 7, 7],
    pay_lags: [1, 1, 1],
    states: 'dep',
    millionths: [210_001, -9401, -600]
  })
  expect(unpackComing(packed)).toEqual(coming)
})
