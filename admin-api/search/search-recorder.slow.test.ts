import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storeSearches } from './search-history.db.ts'
import { createSearchRecorder } from './search-recorder.ts'

const api = forEachTest(() => startApi({ content: 'tables' }))

const search = { symbol: 'MSTY', ip: '203.0.113.77', userAgent: 'Parrot/1' }

async function countSearches(): Promise<number> {
  return (await api.db.selectFrom('search_history').select('id').execute()).length
}

test('searches are written together a moment later', async () => {
  for (let i = 0; i < 2500; i += 1) api.services.searchRecorder.record(search)
  expect(await countSearches()).toBe(0)
  await expect.poll(countSearches).toBe(2500)
})

test('a flush waits for an earlier one', async () => {
  api.services.searchRecorder.record(search)
  void api.services.searchRecorder.flush()
  await api.services.searchRecorder.flush()
  expect(await countSearches()).toBe(1)
})

test('searches that could not be written stay in memory and are written when the database works again', async () => {
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const recorder = createSearchRecorder({
    store: (searches) => storeSearches(api.db, searches),
    clock: () => new Date(),
    log
  })
  await api.db.schema.alterTable('search_history').renameTo('elsewhere').execute()
  recorder.record(search)
  await recorder.flush()
  expect(logged.join()).toContain('searches could not be written yet')

  await api.db.schema.alterTable('elsewhere').renameTo('search_history').execute()
  recorder.record(search)
  await setTimeout(0)
  await recorder.flush()
  expect(await countSearches()).toBe(2)
})

test('concurrent counts of several processes are added up, in any order of funds', async () => {
  const log = pino({ level: 'silent' })
  const recorders = Array.from({ length: 4 }, () =>
    createSearchRecorder({
      store: (searches) => storeSearches(api.db, searches),
      clock: () => new Date(),
      log
    })
  )
  const symbols = ['MSTY', 'ULTY', 'TSLY', 'NVDY']
  for (const [shift, recorder] of recorders.entries())
    for (let i = 0; i < 100; i += 1)
      recorder.record({ ...search, symbol: symbols[(i + shift) % symbols.length] ?? '' })
  await Promise.all(recorders.map((recorder) => recorder.flush()))
  const counts = await api.db.selectFrom('search_count').select(['symbol', 'searches']).execute()
  expect(new Map(counts.map(({ symbol, searches }) => [symbol, searches]))).toEqual(
    new Map(symbols.map((symbol) => [symbol, 100]))
  )
})
