import { afterEach, beforeEach, expect, test } from 'vitest'
import { endAllLeases } from '../platform/database/leases/leases.db.ts'
import type { Collector, MarketData } from '../services.ts'
import { figuresOfMay } from '../testing/figures-of-may.ts'
import { startApi, type TestApi } from '../testing/start-api.ts'
import { createCollector } from './collector.ts'

const group = 'yieldmax-group-d'

let api: TestApi
/** As another process has it, which knows nothing of the first one but what is in the database. */
let other: Collector
let goOn: () => void
let isAsking: Promise<void>

beforeEach(async () => {
  const gate = Promise.withResolvers<void>()
  const asking = Promise.withResolvers<void>()
  goOn = gate.resolve
  isAsking = asking.promise
  const market: MarketData = {
    ...figuresOfMay,
    collectFund: async (...asked) => {
      asking.resolve()
      await gate.promise
      return figuresOfMay.collectFund(...asked)
    }
  }
  api = await startApi({ services: { market } })
  other = createCollector({ ...api.services, market: figuresOfMay })
})
afterEach(async () => {
  goOn()
  await api.stop()
})

test('what one process collects, another refuses to with the same sentence, and shows how far it is', async () => {
  const going = api.services.collector.collectGroup(group)
  await isAsking
  await expect(other.collectGroup(group)).rejects.toThrow(
    `The group ${group} is being collected already. Please wait for it.`
  )
  await expect(other.collectMissed()).rejects.toThrow('A collection is running already. Please wait for it.')
  expect(await other.findRunning()).toMatchObject([{ group, done: 0 }])
  expect((await other.collectGroup('yieldmax-group-a')).errors).toEqual([])
  goOn()
  await going
  expect(await other.findRunning()).toEqual([])
  expect((await other.collectGroup(group)).errors).toEqual([])
})

test('a collection whose lease another process has taken keeps nothing', async () => {
  const going = api.services.collector.collectGroup(group)
  const refused = expect(going).rejects.toThrow('nothing of it was kept')
  await isAsking
  await endAllLeases(api.db)
  expect((await other.collectMissed()).errors).toEqual([])
  const countLines = () => api.db.selectFrom('admin_log').select('id').execute()
  const before = await countLines()
  goOn()
  await refused
  expect(await countLines()).toEqual(before)
})
