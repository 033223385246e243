// Shows the same on any database.
import { beforeAll, expect, test } from 'vitest'
import { adminMarker } from '../../contract/headers.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'

let operator: Record<string, string>
const entriesPath = '/api/admin/manual-entries'

const api = forAllTests(() => startApi())
beforeAll(async () => {
  operator = await api.signIn()
  const entry = { symbol: 'MSTY', kind: 'estimate', status: 'pending', frequency: 'WEEKLY' } as const
  const days = { collection_date: '2026-05-30', payment_date: '2026-06-05', ex_date: '2026-06-04' }
  const row = { ...entry, ...days, estimated_amount: 0.31, created_at: '2026-05-30T12:00:00.000Z' }
  await api.db.insertInto('manual_entry').values(row).execute()
})

function findEntries() {
  return api.db.selectFrom('manual_entry').selectAll().execute()
}

const calls: [string, string, unknown?][] = [
  ['GET', entriesPath],
  ['PUT', `${entriesPath}/1`, { payment_date: '2026-06-08' }],
  ['POST', `${entriesPath}/1/approve`, {}],
  ['DELETE', `${entriesPath}/1`, {}],
  ['DELETE', '/api/admin/manual-entries-all', {}],
  ['DELETE', '/api/admin/manual-entries-selected', { ids: [1] }],
  ['PUT', '/api/admin/manual-entries-selected/payment-date', { ids: [1], payment_date: '2026-06-08' }]
]

test.each(calls)(
  '%s %s needs a session, and also the marker header for changes',
  async (method, path, body) => {
    const before = await findEntries()
    expect((await api.send(method, path, body)).status).toBe(401)
    const { [adminMarker.name]: _marker, ...sessionOnly } = operator
    expect((await api.send(method, path, body, sessionOnly)).status).toBe(method === 'GET' ? 200 : 403)
    expect(await findEntries()).toEqual(before)
  }
)

test.each([
  ['PUT', `${entriesPath}/1`, { payment_date: '2026-02-30' }, 'payment_date is a day that does not exist'],
  ['PUT', `${entriesPath}/1`, { payment_date: 20260605 }, 'payment_date must be a day as YYYY-MM-DD'],
  ['PUT', `${entriesPath}/1`, {}, 'payment_date must be a day as YYYY-MM-DD'],
  ['PUT', `${entriesPath}/one`, { payment_date: '2026-06-05' }, /^id must be a whole number/],
  ['POST', `${entriesPath}/-1/approve`, {}, /^id must be a whole number/],
  ['DELETE', '/api/admin/manual-entries-selected', { ids: [] }, 'Please select at least one entry'],
  ['DELETE', '/api/admin/manual-entries-selected', { ids: 'all' }, 'ids must be a list of numbers'],
  ['DELETE', '/api/admin/manual-entries-selected', { ids: [{ $gt: 0 }] }, /^id must be a whole number/],
  ['PUT', '/api/admin/manual-entries-selected/payment-date', { ids: [1] }, /^payment_date must be/]
])('%s %s with %j is refused', async (method, path, body, message) => {
  const answer = await api.send(method, path, body, operator)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})
