import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '../testing/start-api.ts'

const paths = ['/api/accuracy.csv', '/api/roi-rankings', '/api/weekly-battle', '/api/weekly-battle?weeks=4']
let api: TestApi

beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.stop())

/** Statements of SQL that reading this path took. */
async function countStatements(path: string): Promise<number> {
  const run = vi.spyOn(api.db.getExecutor(), 'executeQuery')
  expect((await api.get(path)).status).toBe(200)
  const count = run.mock.calls.length
  run.mockRestore()
  return count
}

async function readIfOther(path: string, tag: string) {
  // Left to itself, fetch adds 'no-cache' to its own question, which asks for a whole answer.
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
    payment_date: '2026-06-01',
    estimated_dividend: 0.3,
    actual_dividend: 0.31,
    frequency: 'WEEKLY',
    collection_date: '2026-05-29',
    confirm_unusual: true
  }
  const answer = await api.post('/api/admin/dividend-history', record, await api.signIn())
  expect(answer).toMatchObject({ status: 201 })
}

test.each(paths)('%s is made once; after that it only looks whether its figures changed', async (path) => {
  expect(await countStatements(path)).toBeGreaterThan(1)
  expect(await countStatements(path)).toBe(1)
})

test('after a change of the figures each is made anew, once', async () => {
  await readTags()
  await addPayment()
  for (const path of paths) {
    expect(await countStatements(path), path).toBeGreaterThan(1)
    expect(await countStatements(path), path).toBe(1)
  }
})

test('an answer that the caller has is not sent again, and other figures are another answer', async () => {
  const before = await readTags()
  for (const [place, path] of paths.entries()) {
    const tag = before[place] ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    const again = await readIfOther(path, tag)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
  }
  await addPayment()
  const [, ranking = '', battle = ''] = before
  expect((await readIfOther('/api/roi-rankings', ranking ?? '')).status).toBe(200)
  expect((await readIfOther('/api/weekly-battle', battle ?? '')).status).toBe(200)
})

test('what is kept packed comes plain to who does not unpack', async () => {
  for (const path of paths) {
    const packed = await fetch(api.url + path, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await fetch(api.url + path, { headers: { 'accept-encoding': 'identity' } })
    expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
    expect(await packed.text()).toBe(await plain.text())
  }
})

test('a change that is undone leaves the kept answer', async () => {
  const [, tag] = await readTags()
  const undone = api.db.transaction().execute(async (trx) => {
    await api.services.queueChange(trx, { kind: 'record', scored: [] }, api.services.clock())
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await countStatements('/api/roi-rankings')).toBe(1)
  expect((await readTags())[1]).toBe(tag)
})
