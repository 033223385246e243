import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ManualEntryTable } from '../../platform/database/schema/operator.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const path = '/api/admin/manual-entries-selected/approve'
let operator: Record<string, string>

const api = forAllTests(() => startApi({ content: ['MSTY', 'NVDW'] }))
beforeAll(async () => {
  operator = await api.signIn()
})
beforeEach(async () => {
  for (const table of ['manual_entry', 'admin_log', 'page_change'] as const)
    await api.db.deleteFrom(table).execute()
  await api.db.deleteFrom('dividend_history').where('ex_date', '>', '2026-05-29').execute()
})

async function addEntry(given: Partial<Insertable<ManualEntryTable>> = {}): Promise<number> {
  const row: Insertable<ManualEntryTable> = {
    symbol: 'MSTY',
    kind: 'estimate',
    status: 'pending',
    collection_date: '2026-05-30',
    payment_date: '2026-06-05',
    payment_date_basis: 'derived',
    ex_date: '2026-06-04',
    ex_date_basis: 'derived',
    reported_ex_date: null,
    estimated_amount: 0.31,
    amount: null,
    price: 22.29,
    implied_volatility: null,
    average_amount: null,
    frequency: 'WEEKLY',
    reason: null,
    created_at: '2026-05-30T12:00:00.000Z',
    ...given
  }
  const { id } = await api.db.insertInto('manual_entry').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const odd = { kind: 'payment', estimated_amount: null, reason: 'It comes on an odd day.' } as const

async function readAll() {
  const history = await api.db
    .selectFrom('dividend_history')
    .select(['symbol', 'amount', 'estimated_amount'])
    .where('ex_date', '>', '2026-05-29')
    .orderBy('symbol')
    .execute()
  const entries = await api.db.selectFrom('manual_entry').select(['id', 'status']).orderBy('id').execute()
  return { history, entries, queue: await readQueuedPaths(api.db) }
}

test('a dry run reports what an approval would do and changes nothing; the approval does it', async () => {
  const estimate = await addEntry()
  const payment = await addEntry({ ...odd, symbol: 'NVDW', amount: 0.5, reported_ex_date: '2026-06-04' })
  const typo = await addEntry({ ...odd, amount: 31, ex_date: '2026-06-11', payment_date: '2026-06-12' })
  const undated = await addEntry({ symbol: 'NVDW', ex_date: '2026-06-11', payment_date: null })
  const untouched = await addEntry({ symbol: 'NVDW', ex_date: '2026-06-18', payment_date: '2026-06-19' })
  const ids = [estimate, payment, typo, undated]
  const before = await readAll()

  const dryRun = await api.post(path, { ids, dry_run: true }, operator)
  expect(dryRun.status).toBe(200)
  expect(dryRun.body).toMatchObject({
    approved: 2,
    message: expect.stringMatching(
      /^2 of 4 entries would be approved: 1 estimate and 1 quarantined payment \(NVDW \$0\.5000\)\. MSTY stays: .*31\.0000.* NVDW stays: Please set a payment date before approving this entry\.$/
    )
  })
  expect(await readAll()).toEqual(before)
  expect(await api.db.selectFrom('admin_log').selectAll().execute()).toEqual([])

  const done = await api.post(path, { ids }, operator)
  expect(done.body).toMatchObject({
    approved: 2,
    message: expect.stringMatching(/^Approved 2 of 4 entries: /)
  })
  const { history, entries, queue } = await readAll()
  expect(history).toEqual([
    { symbol: 'MSTY', amount: null, estimated_amount: 0.31 },
    { symbol: 'NVDW', amount: 0.5, estimated_amount: null }
  ])
  expect(entries).toEqual([
    { id: estimate, status: 'approved' },
    { id: payment, status: 'approved' },
    { id: typo, status: 'pending' },
    { id: undated, status: 'pending' },
    { id: untouched, status: 'pending' }
  ])
  expect(queue).toEqual(expect.arrayContaining(['/msty', '/nvdw']))
  const logs = await api.db.selectFrom('admin_log').select(['action', 'message']).execute()
  expect(logs).toContainEqual({
    action: 'BULK_OPERATION',
    message: expect.stringMatching(/^Approved 2 of 4 entries: /)
  })
})

test('entries that are already approved or deleted are counted', async () => {
  const id = await addEntry({ status: 'approved' })
  const { status, body } = await api.post(path, { ids: [id, 99_999] }, operator)
  expect([status, body]).toEqual([
    200,
    {
      approved: 0,
      message: 'Approved 0 of 2 entries. MSTY stays: This entry is already approved. 1 no longer exists.'
    }
  ])
})

test.each([
  [{ ids: [] }, 'Please select at least one entry'],
  [{ ids: [1], dry_run: 'yes' }, 'dry_run must be true or false']
])('%j is refused', async (body, message) => {
  expect(await api.post(path, body, operator)).toMatchObject({ status: 400, body: { message } })
})
