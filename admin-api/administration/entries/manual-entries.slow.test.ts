import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readManualEntries } from '../../contract/manual-entries.ts'
import type { ManualEntryTable } from '../../platform/database/schema/operator.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { makeFund, makePayment } from '../../testing/make.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

let operator: Record<string, string>
const entriesPath = '/api/admin/manual-entries'

const api = forAllTests(() => startApi({ content: ['FEAT', 'MSTY', 'NVDW'] }))
beforeAll(async () => {
  operator = await api.signIn()
})
beforeEach(async () => {
  await api.db.deleteFrom('manual_entry').execute()
  await api.db.deleteFrom('admin_log').execute()
  await api.db.deleteFrom('dividend_history').where('ex_date', '>', '2026-05-29').execute()
  await api.db.deleteFrom('page_change').execute()
})

/** MSTY goes ex on Thursdays and pays on Fridays. */
async function addEntry(given: Partial<Insertable<ManualEntryTable>> = {}): Promise<number> {
  const row: Insertable<ManualEntryTable> = {
    symbol: 'MSTY',
    kind: 'estimate',
    status: 'pending',
    collection_date: '2026-05-30',
    payment_date: '2026-06-05',
    ex_date: '2026-06-04',
    estimated_amount: 0.31,
    amount: null,
    price: 22.29,
    implied_volatility: 0.5447,
    average_amount: 0.3826,
    frequency: 'WEEKLY',
    reason: null,
    created_at: '2026-05-30T12:00:00.000Z',
    ...given
  }
  const { id } = await api.db.insertInto('manual_entry').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

function findEntries() {
  return api.db.selectFrom('manual_entry').selectAll().orderBy('id').execute()
}

function findNewHistory() {
  return api.db
    .selectFrom('dividend_history')
    .selectAll()
    .where('ex_date', '>', '2026-05-29')
    .orderBy('payment_date')
    .execute()
}

/** Log lines about entries, without those of the tests' own cleanup. */
function findLog() {
  return api.db
    .selectFrom('admin_log')
    .selectAll()
    .where('category', '=', 'MANUAL_ENTRY')
    .orderBy('id')
    .execute()
}

test('pending entries come first, then the others, both newest first', async () => {
  const old = await addEntry()
  const approved = await addEntry({ status: 'approved', created_at: '2026-05-31T12:00:00.000Z' })
  const fresh = await addEntry({ created_at: '2026-05-31T12:00:00.000Z' })
  const { body } = await api.get(entriesPath, operator)
  expect(body).toMatchObject({ entries: [{ id: fresh }, { id: old, ticker: 'MSTY' }, { id: approved }] })
})

test('an approved estimate is expected on its payment date, shown in the search, queued first, and logged', async () => {
  const id = await addEntry({ ex_date: '2026-06-05', payment_date: '2026-06-08' })
  const answer = await api.post(`${entriesPath}/${id}/approve`, {}, operator)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    message: 'Approved: MSTY is in the dividend history for June 8, 2026.',
    payment_date: '2026-06-08'
  })
  expect(await findNewHistory()).toEqual([
    expect.objectContaining({
      symbol: 'MSTY',
      payment_date: '2026-06-08',
      ex_date: '2026-06-05',
      ex_date_basis: 'derived',
      amount: null,
      estimated_amount: 0.31,
      frequency: 'WEEKLY',
      collection_date: '2026-06-01',
      accuracy_score: null
    })
  ])
  expect((await findEntries())[0]?.status).toBe('approved')
  expect((await readQueuedPaths(api.db))[0]).toBe('/msty')
  expect(await findLog()).toEqual([
    expect.objectContaining({
      category: 'MANUAL_ENTRY',
      action: 'APPROVE',
      symbol: 'MSTY',
      entity_id: String(id),
      user_id: 'admin',
      ip_short: '127.0.0.0'
    })
  ])
  const estimate = await api.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  expect(estimate).toMatchObject({
    next_ex_date: '2026-06-05',
    next_pay_date: '2026-06-08',
    dates_confirmed_on: '2026-06-01'
  })
  expect(estimate.amount).not.toBe(0.31)
})

test("an approval queues the fund's page even if no estimate changes", async () => {
  const id = await addEntry({ symbol: 'FEAT', payment_date: '2026-08-07', ex_date: '2026-08-06' })
  await api.post(`${entriesPath}/${id}/approve`, {}, operator)
  expect((await readQueuedPaths(api.db))[0]).toBe('/feat')
})

test('an approved payment is stored as paid, with the reported dates', async () => {
  const id = await addEntry({
    kind: 'payment',
    amount: 3,
    estimated_amount: null,
    reason: 'Ten times the last.'
  })
  const approve = (entry: number, body = {}) => api.post(`${entriesPath}/${entry}/approve`, body, operator)
  const refused = await approve(id)
  // The median of its last five: 0.4886, 0.5553, 0.5363, 0.3136 and 0.2979 (data/dividends.csv).
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 422,
    body: {
      message:
        'The payment of MSTY with ex-date June 4, 2026, $3.0000, is 6.1 times its usual payment of $0.4886. Is that right?',
      code: 'unusual-amount'
    }
  })
  expect(await findNewHistory()).toEqual([])
  expect((await approve(id, { confirm_unusual: true })).status).toBe(200)
  expect(await findNewHistory()).toEqual([
    expect.objectContaining({ amount: 3, amount_as_paid: 3, ex_date: '2026-06-04', ex_date_basis: 'source' })
  ])
  const again = await addEntry({ kind: 'payment', amount: 3, estimated_amount: null })
  const answer = await approve(again, { confirm_unusual: true })
  expect(answer.body).toMatchObject({
    message: 'Approved: MSTY was in the dividend history already for June 5, 2026.'
  })
})

test('the log names the reported and the corrected amount of an approved payment', async () => {
  const id = await addEntry({ kind: 'payment', amount: 2.667, estimated_amount: null })
  await api.post(`${entriesPath}/${id}/approve`, { amount: 0.2667 }, operator)
  expect((await findLog())[0]?.message).toBe(
    'The MSTY entry for June 5, 2026 was approved and corrected from $2.6670 to $0.2667'
  )
})

test('50 simultaneous approvals: one succeeds, and the history has one row', async () => {
  const id = await addEntry()
  const approve = () => api.post(`${entriesPath}/${id}/approve`, {}, operator)
  const answers = await Promise.all(Array.from({ length: 50 }, approve))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body } of refused)
    expect({ status, body }).toEqual({ status: 409, body: { message: 'This entry is already approved.' } })
  expect(await findNewHistory()).toHaveLength(1)
  expect(await findLog()).toHaveLength(1)
})

test("deleted, dateless and approved entries can't be approved", async () => {
  const undated = await addEntry({ payment_date: null, ex_date: null })
  const approved = await addEntry({ status: 'approved' })
  expect(await api.post(`${entriesPath}/999999/approve`, {}, operator)).toMatchObject({
    status: 404,
    body: { message: 'This entry no longer exists.' }
  })
  expect(await api.post(`${entriesPath}/${undated}/approve`, {}, operator)).toMatchObject({
    status: 400,
    body: { message: 'Please set a payment date before approving this entry.' }
  })
  expect((await api.post(`${entriesPath}/${approved}/approve`, {}, operator)).status).toBe(409)
  expect(await findNewHistory()).toEqual([])
  expect(await findLog()).toEqual([])
})

test('a payment whose dates belong to two others is refused, and the entry stays pending', async () => {
  const paid = {
    payment_date_basis: 'source',
    ex_date_basis: 'source',
    agreement: 'yes',
    sources: 'test'
  } as const
  await api.db
    .insertInto('dividend_history')
    .values([
      { ...paid, symbol: 'MSTY', ex_date: '2026-06-04', payment_date: '2026-06-05', amount: 0.3 },
      { ...paid, symbol: 'MSTY', ex_date: '2026-06-09', payment_date: '2026-06-10', amount: 0.3 }
    ])
    .execute()
  const id = await addEntry({ kind: 'payment', amount: 0.9, payment_date: '2026-06-10' })
  const answer = await api.post(`${entriesPath}/${id}/approve`, {}, operator)
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('June 9, 2026') } })
  expect((await findEntries())[0]?.status).toBe('pending')
})

/**
 * A residual year-end payment next to the first one of the new year, both reported by a source (data/dividends.csv
 * has the first from a list of pay dates).
 */
test.each([
  [
    'TSLY',
    { ex_date: '2025-12-30', payment_date: '2025-12-31', amount: 0.0005 },
    ['2026-01-02', '2026-01-05', 0.3658]
  ],
  [
    'MRNY',
    { ex_date: '2025-12-30', payment_date: '2025-12-31', amount: 0.00017 },
    ['2026-01-02', '2026-01-05', 0.1601]
  ],
  [
    'ULTY',
    { ex_date: '2025-12-30', payment_date: '2025-12-31', amount: 0.00034 },
    ['2025-12-31', '2026-01-02', 0.4866]
  ]
] as const)(
  '%s: approving a quarantined residual payment leaves the regular one next to it unchanged',
  async (symbol, residual, usual) => {
    const [ex_date, payment_date, amount] = usual
    await api.db
      .insertInto('fund')
      .values(makeFund({ symbol }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const find = () =>
      api.db
        .selectFrom('payment')
        .select(['ex_date', 'payment_date', 'ex_date_basis', 'amount'])
        .where('symbol', '=', symbol)
        .orderBy('ex_date')
        .execute()
    await api.db
      .insertInto('dividend_history')
      .values(makePayment({ symbol, ex_date, payment_date, amount }))
      .execute()
    const [stored] = await find()
    const id = await addEntry({ symbol, kind: 'payment', ...residual, estimated_amount: null })
    const put = (day: string) => api.send('PUT', `${entriesPath}/${id}`, { payment_date: day }, operator)
    const approve = () => api.post(`${entriesPath}/${id}/approve`, { confirm_unusual: true }, operator)
    // Neither a pay date before the ex-date nor the other payment's is accepted.
    expect((await put('2025-12-29')).status).toBe(400)
    await put(payment_date)
    expect((await approve()).status).toBe(409)
    expect(await find()).toEqual([stored])
    await put(residual.payment_date)
    expect((await approve()).status).toBe(200)
    expect(await find()).toEqual([{ ...residual, ex_date_basis: 'source' }, stored])
  }
)

test('a new payment date moves the ex-date of an estimate; the collected one of a payment stays', async () => {
  const estimate = await addEntry()
  const payment = await addEntry({ kind: 'payment', amount: 3, estimated_amount: null })
  const put = (id: number, payment_date: string) =>
    api.send('PUT', `${entriesPath}/${id}`, { payment_date }, operator)
  expect(await put(estimate, '2026-06-09')).toMatchObject({
    status: 200,
    body: { payment_date: '2026-06-09' }
  })
  await put(payment, '2026-06-09')
  expect((await findEntries()).map(({ ex_date }) => ex_date)).toEqual(['2026-06-08', '2026-06-04'])
  await put(payment, '2026-06-15')
  expect((await findEntries())[1]?.ex_date).toBe('2026-06-04')
  const [before] = (await findEntries()).slice(1)
  expect(await put(payment, '2026-06-03')).toMatchObject({
    status: 400,
    body: {
      message: "The payment of MSTY with ex-date June 4, 2026 can't be paid before that day, on June 3, 2026."
    }
  })
  expect((await findEntries())[1]).toEqual(before)
  expect((await findLog())[0]).toMatchObject({
    action: 'UPDATE',
    symbol: 'MSTY',
    entity_id: String(estimate)
  })
})

test("the date of an approved or missing entry can't be changed", async () => {
  const id = await addEntry({ status: 'approved' })
  const put = (entry: number) =>
    api.send('PUT', `${entriesPath}/${entry}`, { payment_date: '2026-06-09' }, operator)
  expect(await put(id)).toMatchObject({ status: 409, body: { message: 'This entry is already approved.' } })
  expect((await put(999_999)).status).toBe(404)
  expect((await findEntries())[0]?.payment_date).toBe('2026-06-05')
})

test('entries can be deleted in any state, and the history keeps what was approved', async () => {
  const id = await addEntry()
  await api.post(`${entriesPath}/${id}/approve`, {}, operator)
  expect((await api.send('DELETE', `${entriesPath}/${id}`, {}, operator)).status).toBe(200)
  expect((await api.send('DELETE', `${entriesPath}/${id}`, {}, operator)).status).toBe(404)
  expect(await findNewHistory()).toHaveLength(1)
})

test('a bulk change reports skipped entries, and fails if none is left to change', async () => {
  const ids = [
    await addEntry(),
    await addEntry({ symbol: 'NVDW' }),
    await addEntry({ status: 'approved' }),
    999_999
  ]
  const move = { ids, payment_date: '2026-06-09' }
  const path = '/api/admin/manual-entries-selected'
  const moved = await api.send('PUT', `${path}/payment-date`, move, operator)
  expect(moved.body).toEqual({
    message: 'Changed the payment date of 2 entries; 1 is already approved; 1 no longer exists.',
    payment_date: '2026-06-09'
  })
  expect((await findEntries()).map(({ payment_date }) => payment_date)).toEqual([
    '2026-06-09',
    '2026-06-09',
    '2026-06-05'
  ])
  const removed = await api.send('DELETE', path, { ids: [...ids, ids[0]] }, operator)
  expect(removed.body).toEqual({ message: 'Deleted 3 entries; 1 no longer exists.' })
  expect(await api.send('DELETE', path, { ids }, operator)).toMatchObject({
    status: 404,
    body: { message: 'Nothing was changed: 4 no longer exist.' }
  })
  expect(await findLog()).toHaveLength(2)
})

test('a quarantined payment comes with the payments before it and the amount that was probably meant', async () => {
  const newest = await api.db
    .selectFrom('payment')
    .select(['ex_date', 'amount'])
    .where('symbol', '=', 'MSTY')
    .orderBy('ex_date', 'desc')
    .limit(5)
    .execute()
  const amount = (newest[0]?.amount ?? 0) * 10
  await addEntry({ kind: 'payment', amount, estimated_amount: null })
  await addEntry()
  const { body } = await api.get(entriesPath, operator)
  const [quarantined, estimate] = readManualEntries.output.parse(body).entries
  expect(quarantined?.evidence).toEqual({
    recent: newest,
    estimate: expect.any(Number),
    suggested_amount: newest[0]?.amount
  })
  expect(estimate?.evidence).toBeUndefined()
})

test('only the amount of a quarantined payment can be corrected', async () => {
  const id = await addEntry()
  expect(await api.post(`${entriesPath}/${id}/approve`, { amount: 0.2 }, operator)).toMatchObject({
    status: 400,
    body: { message: 'Only the amount of a quarantined payment can be corrected.' }
  })
  expect(await findEntries()).toMatchObject([{ id, status: 'pending', estimated_amount: 0.31 }])
})

test('all entries can be deleted at once', async () => {
  await addEntry()
  await addEntry({ status: 'approved' })
  const answer = await api.send('DELETE', '/api/admin/manual-entries-all', undefined, operator)
  expect(answer.body).toEqual({ message: 'Deleted 2 entries.' })
  expect(await findEntries()).toEqual([])
  expect(await findLog()).toEqual([
    expect.objectContaining({ action: 'BULK_OPERATION', metadata: '{"count":2}' })
  ])
})

test('a deleted payment leaves the list, its decision is stored, and every call for it returns 404', async () => {
  const quarantined = { kind: 'payment', amount: 3, estimated_amount: null } as const
  const rejected = await addEntry(quarantined)
  const cleared = await addEntry({ ...quarantined, status: 'approved' })
  const rest = [await addEntry(quarantined), await addEntry()]
  const path = '/api/admin/manual-entries-selected'
  const first = await api.send('DELETE', path, { ids: [rejected, cleared] }, operator)
  expect(first.body).toEqual({ message: 'Deleted 2 entries.' })
  // The fund page no longer mentions the rejected one.
  expect(await readQueuedPaths(api.db)).toEqual(['/msty'])
  const list = await api.get(entriesPath, operator)
  expect(list.body).toMatchObject({ entries: rest.map((id) => ({ id })) })
  const all = await api.send('DELETE', '/api/admin/manual-entries-all', undefined, operator)
  expect(all.body).toEqual({ message: 'Deleted 2 entries.' })
  expect((await findEntries()).map(({ status }) => status)).toEqual(['rejected', 'cleared', 'rejected'])
  for (const id of [rejected, cleared]) {
    expect((await api.post(`${entriesPath}/${id}/approve`, {}, operator)).status).toBe(404)
    expect((await api.send('DELETE', `${entriesPath}/${id}`, {}, operator)).status).toBe(404)
    expect((await api.send('DELETE', path, { ids: [id] }, operator)).status).toBe(404)
  }
})

test('the collected ex-date of a payment stays marked as reported, whatever its payment date', async () => {
  const id = await addEntry({ kind: 'payment', amount: 3, estimated_amount: null, ex_date_basis: 'source' })
  const put = (payment_date: string) => api.send('PUT', `${entriesPath}/${id}`, { payment_date }, operator)
  await put('2026-06-09')
  expect(await findEntries()).toMatchObject([{ ex_date_basis: 'source', payment_date_basis: 'source' }])
  await put('2026-06-15')
  expect(await findEntries()).toMatchObject([{ ex_date_basis: 'source', payment_date_basis: 'source' }])
})

test("moving an estimate into the past needs confirmation, also in bulk; a quarantined payment doesn't", async () => {
  const estimate = await addEntry()
  const payment = await addEntry({ kind: 'payment', amount: 0.3, ex_date: '2026-05-21' })
  const past = { payment_date: '2025-06-05' }
  const question = {
    message: 'MSTY is expected to pay on June 5, 2025, which is in the past. Is that right?',
    code: 'past-day'
  }
  const put = (path: string, body: object) => api.send('PUT', path, body, operator)
  const one = `${entriesPath}/${estimate}`
  const several = `${entriesPath}-selected/payment-date`
  expect(await put(one, past)).toMatchObject({ status: 422, body: question })
  expect(await put(several, { ids: [payment, estimate], ...past })).toMatchObject({
    status: 422,
    body: question
  })
  expect((await findEntries()).map(({ payment_date }) => payment_date)).not.toContain(past.payment_date)
  expect((await put(several, { ids: [estimate], ...past, confirm_past: true })).status).toBe(200)
  expect((await put(one, { payment_date: '2026-06-09' })).status).toBe(200)
  expect((await put(`${entriesPath}/${payment}`, { payment_date: '2026-05-26' })).status).toBe(200)
})
