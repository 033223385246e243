import { expect, test } from 'vitest'
import type { PaymentItem } from '../../../admin-api/contract/stock.ts'
import { paymentRowsOf, sourceOfPayment, sourcesOf } from './payment-rows.ts'

const payment = (amount: number, amountAsPaid: number | null = amount): PaymentItem => ({
  payment_date: '29/05/2026',
  ex_date: '2026-05-28',
  amount,
  amount_as_paid: amountAsPaid,
  frequency_label: 'Weekly',
  is_residual: false,
  kind: 'paid'
})
const rowsOf = (...payments: ReturnType<typeof payment>[]) =>
  paymentRowsOf({ dividend_history: payments, statistics: { average: 0 } })

test('a payment has its estimate and its return of capital, or neither', () => {
  const estimate = {
    symbol: 'MSTY',
    exDate: '2026-05-28',
    estimate: 0.29,
    low: 0.25,
    high: 0.33,
    actual: 0.3,
    errorPercent: -3.3,
    isInRange: true,
    naiveErrorPercent: null,
    correctedOn: null,
    checkPath: null,
    origin: 'live' as const
  }
  const earlier = { ...payment(0.25), ex_date: '2026-05-21' }
  const history = { dividend_history: [payment(0.3), earlier], statistics: { average: 0 } }
  const rows = paymentRowsOf(history, [estimate], {
    notices: [{ ex_date: '2026-05-28', percent: 98.7, source: '' }],
    finals: []
  })
  expect(rows.map((row) => [row.estimate?.estimate ?? null, row.returnOfCapital?.percent ?? null])).toEqual([
    [0.29, 98.7],
    [null, null]
  ])
})

test('the first payment at another frequency is marked', () => {
  const earlier = { ...payment(1.244), frequency_label: 'Every 4 Weeks' }
  expect(rowsOf(payment(0.3), payment(0.24), earlier, earlier).map((row) => row.turn)).toEqual([
    null,
    'weekly',
    null,
    null
  ])
})

test('the amount as paid is set only if a split changed it', () => {
  const [same, rebased, unknown] = rowsOf(payment(0.3), payment(0.5, 0.1), payment(0.2, null))
  expect([same?.amountAsPaid, rebased?.amountAsPaid, unknown?.amountAsPaid]).toEqual([null, 0.1, null])
})

test('days are ISO days', () => {
  expect(rowsOf(payment(0.3))[0]).toMatchObject({ payDate: '2026-05-29', exDate: '2026-05-28' })
})

test.each([
  ['Yahoo Finance chart', 'Y', 'Yahoo Finance'],
  ['Nasdaq dividends', 'N', 'Nasdaq'],
  ['Nasdaq dividends; Massive', 'N+', 'Nasdaq, confirmed by Massive'],
  ['', 'R', 'compared from public data sets and released with the site']
])('source of a payment: %s', (sources, mark, name) => {
  expect(sourceOfPayment(sources)).toEqual({ mark, name })
})

test('the most frequent source is named once, the others in their rows', () => {
  const { line, unusual } = sourcesOf({
    '2026-05-28': 'Nasdaq dividends',
    '2026-05-21': '',
    '2026-05-14': ''
  })
  expect(line).toBe(
    'Source: compared from public data sets and released with the site, unless a row names another. N: Nasdaq.'
  )
  expect([...unusual]).toEqual([['2026-05-28', 'N']])
})
