// Shows the same on any database.
import { expect, test, vi } from 'vitest'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'

const paths = ['/api/accuracy.csv', '/api/roi-rankings', '/api/weekly-battle', '/api/weekly-battle?weeks=4']

const api = forEachTest(() => startApi({ content: ['MSTY', 'QQQT', 'XDTE'] }))

/** Returns the number of SQL statements that a request for this path executes. */
async function countStatements(path: string): Promise<number> {
  const run = vi.spyOn(api.db.getExecutor(), 'executeQuery')
  expect((await api.get(path)).status).toBe(200)
  const count = run.mock.calls.length
  run.mockRestore()
  return count
}

async function readIfChanged(path: string, tag: string) {
  // Otherwise fetch adds 'no-cache' to a conditional request, which forces a full response.
  return api.get(path, { 'if-none-match': tag, 'cache-control': 'max-age=0' })
}

async function readTags(): Promise<(string | null)[]> {
  const tags: (string | null)[] = []
  for (const path of paths) tags.push((await api.get(path)).headers.get('etag'))
  return tags
}

/** Adds a payment as the operator would. */
async function addPayment(): Promise<void> {
  const record = {
    ticker: 'MSTY',
    payment_date: '2026-05-27',
    estimated_dividend: 0.3,
    actual_dividend: 0.31,
    frequency: 'WEEKLY',
    collection_date: '2026-05-29',
    confirm_unusual: true
  }
  const response = await api.post('/api/admin/dividend-history', record, await api.signIn())
  expect(response).toMatchObject({ status: 201 })
}

test.each(paths)('%s is calculated once; later requests only check for changed figures', async (path) => {
  expect(await countStatements(path)).toBeGreaterThan(1)
  expect(await countStatements(path)).toBe(1)
})

test('a change of figures recalculates each response once', async () => {
  await readTags()
  await addPayment()
  for (const path of paths) {
    expect(await countStatements(path), path).toBeGreaterThan(1)
    expect(await countStatements(path), path).toBe(1)
  }
})

test('an unchanged response is a 304, and changed figures change the ETag', async () => {
  const before = await readTags()
  for (const [index, path] of paths.entries()) {
    const tag = before[index] ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    const again = await readIfChanged(path, tag)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
  }
  await addPayment()
  const [, ranking = '', battle = ''] = before
  expect((await readIfChanged('/api/roi-rankings', ranking ?? '')).status).toBe(200)
  expect((await readIfChanged('/api/weekly-battle', battle ?? '')).status).toBe(200)
})

test('a cached compressed response is sent plain to clients without compression', async () => {
  for (const path of paths) {
    const packed = await fetch(api.url + path, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await fetch(api.url + path, { headers: { 'accept-encoding': 'identity' } })
    expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
    expect(await packed.text()).toBe(await plain.text())
  }
})

test('a rolled-back change keeps the cached response', async () => {
  const [, tag] = await readTags()
  const undone = api.db.transaction().execute(async (trx) => {
    await api.services.queueChange(trx, { kind: 'record', scored: [] }, api.services.clock())
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await countStatements('/api/roi-rankings')).toBe(1)
  expect((await readTags())[1]).toBe(tag)
})
