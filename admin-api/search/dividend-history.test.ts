import { expect, test } from 'vitest'
import { DividendHistory, unsupportedMessage } from '../contract/stock.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makeFund, makePayment } from '../testing/make.ts'

const path = '/api/stock/dividend-history'

const api = forAllTests(() => startApi())

test('the history of MSTY starts with its newest payment and has the amounts paid before the split', async () => {
  const { status, body } = await api.post(path, { symbol: 'msty' })
  expect(status).toBe(200)
  const history = DividendHistory.parse(body).dividend_history
  expect(history[0]).toEqual({
    payment_date: '29/05/2026',
    ex_date: '2026-05-28',
    amount: 0.2979,
    amount_as_paid: 0.2979,
    frequency_label: 'Weekly',
    is_residual: false,
    kind: 'paid'
  })
  // 1:5 on 2025-12-08 (data/splits.csv): 0.6074 a share of that day is 5 x as much a share of today.
  expect(history.find((item) => item.ex_date === '2025-10-16')).toMatchObject({
    amount: 3.037,
    amount_as_paid: 0.6074,
    frequency_label: 'Every 4 Weeks'
  })
  expect(history.find((item) => item.ex_date === '2025-10-23')).toMatchObject({ frequency_label: 'Weekly' })
  expect(history.filter((item) => item.is_residual).map((item) => item.ex_date)).toEqual([])
  expect(history.at(-1)?.ex_date).toBe('2024-06-06') // First payment on May 29, 2024 or later.
})

test('the average covers the latest 18 payments, and 24 months reach back to the same day', async () => {
  const small = await startApi({ content: 'tables' })
  await small.db.insertInto('fund').values(makeFund()).execute()
  const payments = Array.from({ length: 18 }, (_, week) => {
    const day = (shift: number) =>
      new Date(Date.UTC(2026, 4, 28 + shift - 7 * week)).toISOString().slice(0, 10)
    return makePayment({ ex_date: day(0), payment_date: day(1), amount: week + 1 }) // 1 to 18: mean 9.5
  })
  const old = [
    makePayment({ ex_date: '2024-05-28', payment_date: '2024-05-29', amount: 500 }),
    makePayment({ ex_date: '2024-05-27', payment_date: '2024-05-28', amount: 900, amount_as_paid: null })
  ]
  await small.db
    .insertInto('dividend_history')
    .values([...payments, ...old])
    .execute()
  const { body } = await small.post(path, { symbol: 'MSTY' })
  await small.close()
  const { dividend_history, statistics } = DividendHistory.parse(body)
  expect(statistics.average).toBe(9.5)
  expect(dividend_history).toHaveLength(19)
  expect(dividend_history.at(-1)?.amount).toBe(500)
})

test('a fund without payments has an empty history, and an unknown symbol is not found', async () => {
  const small = await startApi({ content: 'tables' })
  await small.db.insertInto('fund').values(makeFund()).execute()
  expect(await small.post(path, { symbol: 'MSTY' })).toMatchObject({
    status: 200,
    body: { dividend_history: [], statistics: { average: 0 } }
  })
  expect(await small.post(path, { symbol: 'NOPE' })).toMatchObject({
    status: 404,
    body: { message: unsupportedMessage('NOPE') }
  })
  await small.close()
})
