import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findHeldLeases } from './platform/database/leases/leases.db.ts'
import { findPlace } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'
import { openService, type Service } from './open-service.ts'
import { figuresOfMay } from './testing/figures-of-may.ts'
import { quickLease } from './testing/quick-lease.ts'
import { copyDatabase, isOnPostgres, openCopy } from './testing/seeded-file.ts'

let folder: string
let db: Kysely<Database>
let services: Service[] = []
let child: ChildProcess | null = null

async function openDatabaseOf(isSeeded: boolean): Promise<void> {
  const file = await copyDatabase(isSeeded)
  folder = dirname(file)
  db = openCopy(file)
}

/** A node as another machine has it: with folders of its own, and the same database. */
async function openNode(name: string): Promise<Service> {
  const service = await openService(
    { DATABASE_URL: findPlace(db), DATA_DIR: join(folder, name), NEW_DATABASE: 'true' },
    {
      publishes: false,
      clock: () => new Date('2026-06-05T12:00:00Z'),
      facts: figuresOfMay,
      market: { ...figuresOfMay, isLive: true },
      leaseTimes: quickLease
    }
  )
  services.push(service)
  return service
}

afterEach(async () => {
  child?.kill('SIGKILL')
  for (const service of services) await service.close()
  services = []
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

describe.runIf(isOnPostgres)('several nodes on one PostgreSQL database', () => {
  test('may have their first start at once: facts, posts and password are there once', async () => {
    await openDatabaseOf(false)
    const nodes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(openNode))
    const passwords = await Promise.all(nodes.map((node) => node.ensurePassword()))
    expect(passwords.filter((password) => password !== null)).toHaveLength(1)
    const { funds } = figuresOfMay.readFacts()
    expect(await db.selectFrom('fund').select('symbol').execute()).toHaveLength(funds.length)
    const posts = await db.selectFrom('blog_post').select('title').execute()
    expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length)
    const revision = await db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'figures-revision')
      .execute()
    // As one start alone leaves it.
    expect(revision).toEqual([{ value: '2' }])
  })

  test('a node that is killed while it collects loses its work to another, which does it once', async () => {
    await openDatabaseOf(true)
    const other = await openNode('other')
    child = spawn(process.execPath, [
      new URL('testing/collect-until-killed.ts', import.meta.url).pathname,
      findPlace(db),
      join(folder, 'killed')
    ])
    if (child.stdout === null) throw new Error('the child has no output')
    await once(child.stdout, 'data')
    const holders = async () =>
      (await findHeldLeases(db)).map(({ name, holder }) => [name, Number(holder.split(' ')[1])])
    expect(await holders()).toEqual([
      ['background', child.pid],
      ['collecting all', child.pid]
    ])
    expect(await other.collector.findRunning()).toMatchObject([{ group: 'all' }])
    await expect(other.collector.collectGroup('all')).rejects.toThrow('A collection is running already.')

    child.kill('SIGKILL')
    other.startSchedule()
    await vi.waitFor(
      async () => {
        await other.schedule.runDue()
        expect(await holders()).toEqual([['background', process.pid]])
        const lines = await db
          .selectFrom('admin_log')
          .select('message')
          .where('category', '=', 'MANUAL_ENTRY')
          .where('action', '=', 'BULK_OPERATION')
          .execute()
        expect(lines).toHaveLength(1)
      },
      { timeout: 30_000, interval: 200 }
    )
  }, 60_000)
})
