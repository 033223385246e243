import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAllLeases } from '../platform/database/leases/leases.db.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { mayFacts } from '../testing/may-facts.ts'
import { type Collector, createCollector } from './collector.ts'
import type { MarketData } from './sources/market-data.ts'

const group = 'yieldmax-group-d'

/** Like one in another process, which shares only the database. */
let other: Collector
let goOn: () => void
let isAsking: Promise<void>

const api = forEachTest(async () => {
  const gate = Promise.withResolvers<void>()
  const asking = Promise.withResolvers<void>()
  goOn = gate.resolve
  isAsking = asking.promise
  const market: MarketData = {
    ...mayFacts,
    collectFund: async (...asked) => {
      asking.resolve()
      await gate.promise
      return mayFacts.collectFund(...asked)
    }
  }
  return startApi({ services: { market } })
})
beforeEach(async () => {
  other = createCollector({ ...api.services, market: mayFacts })
})
afterEach(async () => {
  goOn()
})

test('a collection running in one process is refused by another with the same sentence and its progress', async () => {
  const going = api.services.collector.collectGroup(group)
  await isAsking
  await expect(other.collectGroup(group)).rejects.toThrow(
    `The group ${group} is already being collected. Please wait.`
  )
  await expect(other.collectMissed()).rejects.toThrow('A collection is already running. Please wait.')
  expect(await other.findRunning()).toMatchObject([{ group, done: 0 }])
  expect((await other.collectGroup('yieldmax-group-a')).errors).toEqual([])
  goOn()
  await going
  expect(await other.findRunning()).toEqual([])
  expect((await other.collectGroup(group)).errors).toEqual([])
})

test('a collection that lost its lease to another process stores nothing', async () => {
  const going = api.services.collector.collectGroup(group)
  const refused = expect(going).rejects.toThrow('nothing was saved')
  await isAsking
  await endAllLeases(api.db)
  expect((await other.collectMissed()).errors).toEqual([])
  const countLines = () => api.db.selectFrom('admin_log').select('id').execute()
  const before = await countLines()
  goOn()
  await refused
  expect(await countLines()).toEqual(before)
})
