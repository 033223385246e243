import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '../../admin-api/testing/postgres-server.ts'
import { waitUntilPublished } from '../../admin-api/testing/wait-until-published.ts'
import { timePublishing } from './publish-posts.ts'
import { report } from './report.ts'
import { measureSearch } from './search-load.ts'
import { startTimed } from './timed-start.ts'

/** How many processes serve the one database while a post is published. */
const nodeCount = 3

/**
 * Reports first start and search over SQLite and over PostgreSQL, one after the other on the same machine, and how long
 * a post takes until all nodes have it.
 * @param given address of a server on which databases may be made, where they stay; null: one of its own for the while
 */
export async function benchOnPostgres(given: string | null, symbols: readonly string[]): Promise<void> {
  const server =
    given === null ? await startPostgres({ isDurable: true }) : { url: given, stop: async () => {} }
  const newDatabase = () => createPostgresDatabase(server.url, `doubloon-bench-${randomUUID()}`)
  try {
    await measureServing('SQLite', {}, symbols)
    await measureServing('PostgreSQL', { DATABASE_URL: await newDatabase() }, symbols)
    const nodes = { databaseUrl: await newDatabase(), count: nodeCount }
    for (const { posts, median, slowest, answer } of await timePublishing([10_000], nodes))
      report(
        `publish one of ${posts.toLocaleString('en-US')} posts, until live on ${nodeCount} of ${nodeCount} nodes`,
        `${median} ms after the answer (slowest of 15: ${slowest} ms; the answer takes ${answer} ms)`,
        '500 ms'
      )
  } finally {
    await server.stop()
  }
}

async function measureServing(
  kind: string,
  database: Record<string, string>,
  symbols: readonly string[]
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const places = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site'), ...database }
  const server = await startTimed(places)
  try {
    report(`first page of a new database, ${kind}`, `${server.milliseconds} ms after the start`, '3000 ms')
    await waitUntilPublished(server.origin)
    for (const { what, measured, budget } of await measureSearch(server.origin, symbols))
      report(`${what}, ${kind}`, measured, budget)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
