import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAllLeases } from '../platform/database/leases/leases.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { mayFacts } from '../testing/may-facts.ts'
import { type Collector, createCollector } from './collector.ts'
import type { MarketData } from './sources/market-data.ts'

const group = 'yieldmax-group-d'

/** Like a collector in another process, which shares only the database. */
let other: Collector
let respond: () => void
let firstRequest: Promise<void>

const api = forEachTest(async () => {
  const gate = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  respond = gate.resolve
  firstRequest = requested.promise
  const market: MarketData = {
    ...mayFacts,
    collectFund: async (...request) => {
      requested.resolve()
      await gate.promise
      return mayFacts.collectFund(...request)
    }
  }
  return startApi({ services: { market } })
})
beforeEach(async () => {
  other = createCollector({ ...api.services, market: mayFacts })
})
afterEach(async () => {
  respond()
})

test('a collection running in one process is refused by another with the same message and its progress', async () => {
  const running = api.services.collector.collectGroup(group)
  await firstRequest
  await expect(other.collectGroup(group)).rejects.toThrow(
    `The group ${group} is already being collected. Please wait.`
  )
  await expect(other.collectMissed()).rejects.toThrow('A collection is already running. Please wait.')
  expect(await other.findRunning()).toMatchObject([{ group, done: 0 }])
  expect((await other.collectGroup('yieldmax-group-a')).errors).toEqual([])
  respond()
  await running
  expect(await other.findRunning()).toEqual([])
  expect((await other.collectGroup(group)).errors).toEqual([])
})

test('a collection that lost its lease to another process stores nothing', async () => {
  const running = api.services.collector.collectGroup(group)
  const refused = expect(running).rejects.toThrow('nothing was saved')
  await firstRequest
  await endAllLeases(api.db)
  expect((await other.collectMissed()).errors).toEqual([])
  const countLines = () => api.db.selectFrom('admin_log').select('id').execute()
  const before = await countLines()
  respond()
  await refused
  expect(await countLines()).toEqual(before)
})
