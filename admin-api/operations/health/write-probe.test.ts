import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/start-api.ts'
import { createWriteProbe } from './write-probe.ts'

let api: TestApi

afterEach(() => api.stop())

async function readLastProbe(): Promise<string | undefined> {
  const row = await api.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'write-probe')
    .executeTakeFirst()
  return row?.value
}

test('a row is really written, at most every five seconds, and nothing is left beside the database', async () => {
  api = await startApi({ isSeeded: false })
  const monotonic = { now: 0 }
  let day = 1
  const clock = () => new Date(Date.UTC(2026, 5, day))
  const probe = createWriteProbe({ ...api.services, clock }, () => monotonic.now)

  expect(await Promise.all([probe(), probe()])).toEqual([null, null])
  expect(await readLastProbe()).toBe('2026-06-01T00:00:00.000Z')
  day = 2
  monotonic.now = 4999
  await probe()
  expect(await readLastProbe()).toBe('2026-06-01T00:00:00.000Z')
  monotonic.now = 5000
  await probe()
  expect(await readLastProbe()).toBe('2026-06-02T00:00:00.000Z')
  expect((await readdir(api.services.dataDir)).filter((name) => name.includes('probe'))).toEqual([])
})
