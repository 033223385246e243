import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withMarket } from './collection/open-sources.ts'
import { openService, type Service } from './open-service.ts'
import { findHeldLeases } from './platform/database/leases/leases.ts'
import { startUntilKilled, type UntilKilled } from './testing/bundled-programs.ts'
import { isOnPostgres, openTestDatabase, type TestDatabase } from './testing/database.ts'
import { fewMayFacts, mayFacts } from './testing/may-facts.ts'
import { quickLease } from './testing/quick-lease.ts'

let database: TestDatabase
let services: Service[] = []
let child: UntilKilled | null = null

/** Opens an instance as on another machine: its own folders, the same database. */
async function openInstance(name: string, facts = mayFacts): Promise<Service> {
  const service = await openService(
    { DATABASE_URL: database.location, DATA_DIR: join(database.folder, name), NEW_DATABASE: 'true' },
    {
      publishes: false,
      clock: () => new Date('2026-06-05T12:00:00Z'),
      facts,
      sources: withMarket({ ...facts, isLive: true }),
      leaseTimes: quickLease
    }
  )
  services.push(service)
  return service
}

afterEach(async () => {
  await child?.kill()
  for (const service of services) await service.close()
  services = []
  await database.close()
})

describe.runIf(isOnPostgres)('several instances on one PostgreSQL database', () => {
  test('may first start at the same time: facts, posts and password exist once', async () => {
    database = await openTestDatabase('tables')
    const instances = await Promise.all([...'abcde'].map((name) => openInstance(name, fewMayFacts)))
    const passwords = await Promise.all(instances.map((instance) => instance.ensurePassword()))
    expect(passwords.filter((password) => password !== null)).toHaveLength(1)
    const { funds } = fewMayFacts.readFacts()
    expect(await database.db.selectFrom('fund').select('symbol').execute()).toHaveLength(funds.length)
    const posts = await database.db.selectFrom('blog_post').select('title').execute()
    expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length)
    const revision = await database.db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'figures-revision')
      .execute()
    // The same as after a single start.
    expect(revision).toEqual([{ value: '2' }])
  })

  test('the work of an instance killed while collecting is done once by another instance', async () => {
    database = await openTestDatabase('figures')
    const other = await openInstance('other')
    child = await startUntilKilled('collect', database.location, join(database.folder, 'killed'))
    await child.untilLine(1)
    const holders = async () =>
      (await findHeldLeases(database.db)).map(({ name, holder }) => [name, Number(holder.split(' ')[1])])
    expect(await holders()).toEqual([
      ['background', child.pid],
      ['collecting all', child.pid]
    ])
    expect(await other.collector.findRunning()).toMatchObject([{ group: 'all' }])
    await expect(other.collector.collectGroup('all')).rejects.toThrow('A collection is already running.')

    await child.kill()
    other.startSchedule()
    await vi.waitFor(
      async () => {
        await other.schedule.runDue()
        expect(await holders()).toEqual([['background', process.pid]])
        const lines = await database.db
          .selectFrom('admin_log')
          .select('message')
          .where('category', '=', 'MANUAL_ENTRY')
          .where('action', '=', 'BULK_OPERATION')
          .execute()
        expect(lines).toHaveLength(1)
      },
      { timeout: 60_000, interval: 200 }
    )
  })
})
