import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { HistoryRecord } from '../../contract/admin-history.ts'
import { adminMarker } from '../../contract/headers.ts'
import type { DividendHistory } from '../../contract/stock.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { makePayment } from '../../testing/make.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

let operator: Record<string, string>
const path = '/api/admin/dividend-history'

const api = forAllTests(() => startApi({ content: ['AAPW', 'MSTY', 'QDTE', 'YSPY'] }))
beforeAll(async () => {
  operator = await api.signIn()
})
beforeEach(async () => {
  await api.db.deleteFrom('dividend_history').where('ex_date', '>', '2026-05-29').execute()
  await api.db.deleteFrom('admin_log').execute()
  await api.db.deleteFrom('page_change').execute()
})

type Listed = {
  data: HistoryRecord[]
  pagination: { currentPage: number; total: number; totalPages: number }
}

async function list(query = ''): Promise<Listed> {
  const { status, body } = await api.get(`${path}${query}`, operator)
  expect(status).toBe(200)
  return body as Listed
}

/** A week after the newest real payment of MSTY, which went ex on May 28, 2026. */
function makeWritten(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ticker: 'MSTY',
    payment_date: '2026-06-05',
    estimated_dividend: 0.4,
    frequency: 'WEEKLY',
    actual_dividend: 0.5,
    ...given
  }
}

function findNew() {
  return api.db
    .selectFrom('dividend_history')
    .selectAll()
    .where('ex_date', '>', '2026-05-29')
    .orderBy('payment_date')
    .execute()
}

const calls: [string, string, unknown?][] = [
  ['GET', path],
  ['GET', `${path}/export`],
  ['POST', path, makeWritten()],
  ['PUT', path, makeWritten({ payment_date: '2026-05-29' })],
  ['DELETE', `${path}/MSTY/2026-05-29`, {}],
  ['POST', `${path}/import`, { version: '1', data: [] }]
]

test.each(calls)(
  '%s %s needs a session, and also the marker header for changes',
  async (method, url, body) => {
    const digest = () => api.db.selectFrom('dividend_history').selectAll().execute()
    const before = await digest()
    expect((await api.send(method, url, body)).status).toBe(401)
    const { [adminMarker.name]: _marker, ...sessionOnly } = operator
    expect((await api.send(method, url, body, sessionOnly)).status).toBe(method === 'GET' ? 200 : 403)
    expect(await digest()).toEqual(before)
  }
)

test.each([
  ['GET', `${path}?page=0`, undefined, /^page must be a whole number/],
  ['GET', `${path}?limit=501`, undefined, /^limit must be a whole number/],
  ['GET', `${path}?sort=amount`, undefined, /^sort must be one of/],
  ['GET', `${path}?frequency=DAILY`, undefined, /^frequency must be one of/],
  ['GET', `${path}?from=2026-13-01`, undefined, 'from is a day that does not exist'],
  ['GET', `${path}?ticker=MS%25`, undefined, /^Symbol must contain only letters/],
  ['POST', path, makeWritten({ actual_dividend: '0.5' }), /^actual_dividend must be a number/],
  ['POST', path, makeWritten({ estimated_dividend: -1 }), /^estimated_dividend must be a number/],
  ['POST', path, makeWritten({ estimated_dividend: null }), /^estimated_dividend must be a number/],
  ['POST', path, makeWritten({ frequency: 'weekly' }), /^frequency must be one of/],
  ['PUT', path, makeWritten({ payment_date: '06/05/2026' }), 'payment_date must be a day as YYYY-MM-DD'],
  ['DELETE', `${path}/MSTY/2026-02-29`, {}, 'payment_date is a day that does not exist']
])('%s %s with %j is refused', async (method, url, body, message) => {
  const answer = await api.send(method, url, body, operator)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})

test('the history is paged, newest first, with a page count', async () => {
  const { total } = await api.db
    .selectFrom('dividend_history')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const first = await list()
  expect(first.data).toHaveLength(100)
  expect(first.pagination).toEqual({ currentPage: 1, total, totalPages: Math.ceil(total / 100) })
  const last = await list(`?page=${first.pagination.totalPages}`)
  expect(last.data).toHaveLength(total % 100)
  expect((last.data.at(-1)?.payment_date ?? '') < (first.data[0]?.payment_date ?? '')).toBe(true)
  expect((await list('?page=1000')).data).toEqual([])
  expect((await list('?ticker=NOPE')).pagination).toEqual({ currentPage: 1, total: 0, totalPages: 1 })
})

test('a payment shows the frozen estimate that counts for it, with score and origin', async () => {
  const [record] = (await list('?ticker=msty&limit=1')).data
  const frozen = await api.db
    .selectFrom('estimate_record')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .where('paid_ex_date', '=', '2026-05-28')
    .executeTakeFirstOrThrow()
  expect(record).toEqual({
    ticker: 'MSTY',
    payment_date: '2026-05-29',
    ex_date: '2026-05-28',
    actual_dividend: 0.2979,
    estimated_dividend: frozen.amount,
    estimate_origin: 'replayed',
    frequency: 'WEEKLY',
    implied_volatility: null,
    current_price: null,
    average_dividend: null,
    accuracy_score: frozen.accuracy_score,
    collection_date: null
  })
})

test('filters by day, fund and frequency, and sorts', async () => {
  const inMay = (await list('?from=2026-05-01&to=2026-05-31&limit=500')).data
  expect(inMay.length).toBeGreaterThan(12)
  expect(inMay.every(({ payment_date }) => payment_date.startsWith('2026-05'))).toBe(true)
  // MSTY paid every four weeks until September 25, 2025, then weekly from October 16; that gap was 21 days.
  const monthly = (await list('?ticker=MSTY&frequency=MONTHLY&sort=payment_date')).data
  expect(monthly.at(-1)?.payment_date.slice(0, 7)).toBe('2025-10')
  const best = (await list('?sort=-accuracy_score&limit=500')).data.map(
    ({ accuracy_score }) => accuracy_score
  )
  expect(best).toEqual(best.toSorted((a, b) => b - a))
  expect((await list('?sort=ticker&limit=1')).data[0]?.ticker).toBe('AAPW')
  expect((await list('?sort=-ticker&limit=1')).data[0]?.ticker).toBe('YSPY')
})

test('an added payment gets its ex-date and score, is logged, and queues its page first', async () => {
  const answer = await api.post(path, makeWritten({ implied_volatility: 54.5, current_price: 22 }), operator)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    message: 'The record of MSTY for June 5, 2026 is added.',
    record: {
      ex_date: '2026-06-04',
      actual_dividend: 0.5,
      estimated_dividend: 0.4,
      estimate_origin: 'operator',
      implied_volatility: 0.545,
      accuracy_score: 0.8,
      collection_date: '2026-06-01'
    }
  })
  expect((await findNew())[0]).toMatchObject({
    ex_date_basis: 'derived',
    amount_as_paid: 0.5,
    sources: 'operator'
  })
  expect((await readQueuedPaths(api.db))[0]).toBe('/msty')
  // The service itself logs rescored estimates, here of payments that other tests left scored.
  const byOperator = api.db.selectFrom('admin_log').selectAll().where('user_id', '=', 'admin')
  expect(await byOperator.execute()).toEqual([
    expect.objectContaining({ category: 'DIVIDEND_HISTORY', action: 'CREATE', symbol: 'MSTY' })
  ])
  const { body } = await api.post('/api/stock/dividend-history', { symbol: 'MSTY' })
  const [newest] = (body as DividendHistory).dividend_history
  expect(newest).toMatchObject({ payment_date: '05/06/2026', amount: 0.5 })
})

test('an existing record, an unknown fund and a taken ex-date are refused', async () => {
  const post = (given: Record<string, unknown>) => api.post(path, makeWritten(given), operator)
  expect(await post({ payment_date: '2026-05-29' })).toMatchObject({
    status: 409,
    body: { message: 'MSTY already has a record with the payment date May 29, 2026.' }
  })
  expect((await post({ ticker: 'NOPE' })).status).toBe(404)
  // Saturday: one session earlier is Friday, the ex-date of Monday's payment, too.
  await post({ payment_date: '2026-06-08' })
  expect(await post({ payment_date: '2026-06-06' })).toMatchObject({
    status: 409,
    body: { message: 'MSTY already has a payment with ex-date June 5, 2026, paid on June 8, 2026.' }
  })
  expect(await findNew()).toHaveLength(1)
})

test('the same record added 20 times at once is stored once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(path, makeWritten(), operator)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(await findNew()).toHaveLength(1)
})

test('a record is changed in place; without an amount it is expected again', async () => {
  await api.post(path, makeWritten(), operator)
  const put = (given: Record<string, unknown>) => api.send('PUT', path, makeWritten(given), operator)
  expect((await put({ actual_dividend: 0.8 })).body).toMatchObject({ record: { accuracy_score: 0.5 } })
  expect((await put({ actual_dividend: null })).body).toMatchObject({
    record: { actual_dividend: null, accuracy_score: 0 }
  })
  expect(await findNew()).toEqual([
    expect.objectContaining({ amount: null, amount_as_paid: null, accuracy_score: null })
  ])
  expect((await put({ payment_date: '2026-06-12' })).status).toBe(404)
})

test('a record can move to another payment date unless that is taken', async () => {
  await api.post(path, makeWritten(), operator)
  const move = (from: string, to: string) =>
    api.send('PUT', path, makeWritten({ original_payment_date: from, payment_date: to }), operator)
  expect((await move('2026-06-05', '2026-06-09')).body).toMatchObject({
    record: { payment_date: '2026-06-09', ex_date: '2026-06-08' }
  })
  expect(await findNew()).toHaveLength(1)
  expect((await move('2026-06-09', '2026-05-29')).status).toBe(409)
  expect((await move('2026-06-05', '2026-06-10')).status).toBe(404)
})

test('an ex-date reported by a source stays when the pay date is corrected', async () => {
  const days = { ex_date: '2026-06-04', payment_date: '2026-06-05' }
  await api.db.insertInto('dividend_history').values(makePayment(days)).execute()
  const body = makeWritten({ original_payment_date: '2026-06-05', payment_date: '2026-06-08' })
  expect((await api.send('PUT', path, body, operator)).body).toMatchObject({
    record: { ex_date: '2026-06-04' }
  })
  expect(await findNew()).toEqual([expect.objectContaining({ ex_date_basis: 'source', sources: 'test' })])
  const early = makeWritten({ original_payment_date: '2026-06-08', payment_date: '2026-06-03' })
  expect(await api.send('PUT', path, early, operator)).toMatchObject({
    status: 400,
    body: {
      message: "The payment of MSTY with ex-date June 4, 2026 can't be paid before that day, on June 3, 2026."
    }
  })
})

test('a frozen estimate that is sent back unchanged doesn’t become the operator’s', async () => {
  const [shown] = (await list('?ticker=MSTY&from=2026-05-22&to=2026-05-22')).data
  const put = (given: Partial<HistoryRecord>) => api.send('PUT', path, { ...shown, ...given }, operator)
  expect((await put({ average_dividend: 0.38 })).body).toMatchObject({
    record: { estimate_origin: 'replayed', average_dividend: 0.38, accuracy_score: shown?.accuracy_score }
  })
  expect((await put({ estimated_dividend: 0.4 })).body).toMatchObject({
    record: { estimate_origin: 'operator' }
  })
})

test('a record is deleted once', async () => {
  await api.post(path, makeWritten(), operator)
  const remove = () => api.send('DELETE', `${path}/msty/2026-06-05`, undefined, operator)
  expect(await remove()).toMatchObject({
    status: 200,
    body: { message: 'The record of MSTY for June 5, 2026 is deleted.' }
  })
  expect(await remove()).toMatchObject({
    status: 404,
    body: { message: 'There is no record of MSTY with the payment date June 5, 2026.' }
  })
})
