// Shows the same on any database.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'

const path = '/api/admin/dividend-history'
let api: TestApi
let operator: Record<string, string>

beforeEach(async () => {
  api = await startApi({ content: ['MSTY'] })
  operator = await api.signIn()
})
afterEach(() => api.close())

/** A typo in the year; the figures end on May 29, 2026. */
const typo = '2025-06-05'
const question = {
  message: 'MSTY is expected to pay on June 5, 2025, which is in the past. Is that right?',
  code: 'past-day'
}

function send(method: 'POST' | 'PUT', given: Record<string, unknown>) {
  const written = { ticker: 'MSTY', payment_date: typo, estimated_dividend: 0.3, frequency: 'WEEKLY' }
  const confirmed = { confirm_unusual: true }
  return api.send(method, path, { ...written, ...confirmed, ...given }, operator)
}

async function isStored(payment_date: string): Promise<boolean> {
  const rows = api.db.selectFrom('dividend_history').select('symbol').where('payment_date', '=', payment_date)
  return (await rows.execute()).length > 0
}

test('an expected payment in the past needs a confirmation before it is stored', async () => {
  expect(await send('POST', {})).toMatchObject({ status: 422, body: question })
  expect(await isStored(typo)).toBe(false)
  expect((await send('POST', { confirm_past: true })).status).toBe(201)
  expect(await isStored(typo)).toBe(true)
})

test('paid and unchanged past payments need no confirmation', async () => {
  await send('POST', { confirm_past: true })
  expect((await send('PUT', { current_price: 20 })).status).toBe(200)
  expect((await send('PUT', { actual_dividend: 0.3 })).status).toBe(200)
  expect(await send('PUT', { actual_dividend: null })).toMatchObject({ status: 422, body: question })
})

test('moving a record into the past needs a confirmation', async () => {
  expect((await send('POST', { payment_date: '2026-06-05' })).status).toBe(201)
  const move = { original_payment_date: '2026-06-05' }
  expect(await send('PUT', move)).toMatchObject({ status: 422, body: question })
  expect(await isStored('2026-06-05')).toBe(true)
  expect((await send('PUT', { ...move, confirm_past: true })).status).toBe(200)
})

test('with live figures the past ends today in New York, not at the newest close', async () => {
  const market = { ...api.services.market, isLive: true }
  // Just after midnight UTC it is still Thursday evening in New York.
  const clock = () => new Date('2026-07-10T00:30:00Z')
  await api.close()
  api = await startApi({ content: ['MSTY'], services: { market, clock } })
  operator = await api.signIn()
  expect((await send('POST', { payment_date: '2026-07-08' })).status).toBe(422)
  expect((await send('POST', { payment_date: '2026-07-09' })).status).toBe(201)
})

test('confirmations must be true or false', async () => {
  expect((await send('POST', { confirm_past: 1 })).body).toEqual({
    message: 'confirm_past must be true or false'
  })
})
