// Shows the same on any database.
import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { forEachTest } from '../../testing/fixtures.ts'

const path = '/api/admin/dividend-history'
let operator: Record<string, string>

const api = forEachTest(() => startApi({ content: ['MSTY'] }))
beforeEach(async () => {
  operator = await api.signIn()
})

/** A payment of the coming week with these changes. */
function send(method: 'POST' | 'PUT', given: Record<string, unknown>) {
  const written = { ticker: 'MSTY', payment_date: '2026-06-05', estimated_dividend: 0.3, frequency: 'WEEKLY' }
  return api.send(method, path, { ...written, actual_dividend: 0.31, ...given }, operator)
}

async function readStored() {
  return api.db
    .selectFrom('dividend_history')
    .select(['amount', 'estimated_amount'])
    .where('payment_date', '=', '2026-06-05')
    .execute()
}

test('ten times the usual amount needs a confirmation before it is stored', async () => {
  const refused = await send('POST', { actual_dividend: 3.1 })
  expect(refused.status).toBe(422)
  expect(refused.body).toEqual({
    message:
      'The payment of MSTY with ex-date June 4, 2026, $3.1000, is 6.3 times its usual payment of $0.4886. Is that right?',
    code: 'unusual-amount'
  })
  expect(await readStored()).toEqual([])
  expect((await send('POST', { actual_dividend: 3.1, confirm_unusual: true })).status).toBe(201)
  expect(await readStored()).toEqual([{ amount: 3.1, estimated_amount: 0.3 }])
})

test('an edit needs a confirmation only for the changed figure', async () => {
  await send('POST', { actual_dividend: 3.1, confirm_unusual: true })
  expect((await send('PUT', { actual_dividend: 3.1, estimated_dividend: 0.32 })).status).toBe(200)
  const refused = await send('PUT', { actual_dividend: 0.031, estimated_dividend: 0.32 })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('$0.0310, is 0.063 of its usual payment')
  })
  expect(await readStored()).toEqual([{ amount: 3.1, estimated_amount: 0.32 }])
  expect((await send('PUT', { actual_dividend: 0.31 })).status).toBe(200)
})

test('estimates are checked, too, except zero', async () => {
  const refused = await send('POST', { actual_dividend: null, estimated_dividend: 3 })
  expect(refused.body).toMatchObject({ message: expect.stringContaining('The estimate of MSTY') })
  expect((await send('POST', { actual_dividend: null, estimated_dividend: 0 })).status).toBe(201)
})

test('confirmations must be true or false', async () => {
  const answer = await send('POST', { confirm_unusual: 'yes' })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ message: 'confirm_unusual must be true or false' })
})
