import { expect, test } from 'vitest'
import { readDataFolder } from '../../../data/read-facts.ts'
import { writeRocFacts } from '../../payments/return-of-capital.db.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const api = forAllTests(() => startApi({ content: 'two-funds' }))
const path = '/api/admin/return-of-capital'
const row = {
  symbol: 'MSTY',
  ex_date_or_year: '2025',
  kind: 'final',
  roc_percent: 41.5,
  source: 'https://issuer.example/8937.pdf'
}
const find = (when: string) =>
  api.db
    .selectFrom('return_of_capital')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .where('ex_date_or_year', '=', when)
    .execute()

test('the operator’s figures are stored, published and not overwritten by later releases', async () => {
  const headers = await api.signIn()
  const notice = { ...row, ex_date_or_year: '2026-05-21', kind: '19a', roc_percent: 7 }
  const { status, body } = await api.post(path, { rows: [row, notice] }, headers)
  expect([status, body]).toEqual([200, { message: 'Return of capital: 2 figures of MSTY saved.' }])
  expect(await find('2025')).toMatchObject([{ roc_percent: 41.5, written_by: 'operator' }])
  expect(await readQueuedPaths(api.db)).toEqual(expect.arrayContaining(['/msty', '/return-of-capital']))

  await writeRocFacts(
    api.db,
    readDataFolder().returnOfCapital.filter(({ symbol }) => symbol === 'MSTY')
  )
  expect(await find('2026-05-21')).toMatchObject([{ roc_percent: 7, written_by: 'operator' }])

  await api.post(path, { rows: [{ ...row, roc_percent: null }] }, headers)
  expect(await find('2025')).toEqual([])
})

test.each([
  [{ symbol: 'NOPE' }, 'there is no fund NOPE.'],
  [{ kind: '19a' }, 'a 19a notice needs the ex-date as YYYY-MM-DD, got 2025.'],
  [{ ex_date_or_year: '2025-02-30', kind: '19a' }, 'a 19a notice needs the ex-date as YYYY-MM-DD'],
  [{ roc_percent: 101 }, 'roc_percent must be a number from 0 to 100'],
  [{ source: 'my broker' }, 'source must be the address'],
  [{ kind: 'guess' }, 'kind must be 19a or final']
])('%j is refused with the reason, and nothing is stored', async (change, reason) => {
  const headers = await api.signIn()
  const good = { ...row, ex_date_or_year: '2022' }
  const { status, body } = await api.post(path, { rows: [good, { ...row, ...change }] }, headers)
  expect(status).toBe(400)
  expect((body as { message: string }).message).toContain(reason)
  expect(await find('2022')).toEqual([])
})
