import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '../../admin-api/testing/postgres-server.ts'
import { waitUntilPublished } from '../../admin-api/testing/wait-until-published.ts'
import { timePublishing } from './publishing.ts'
import { report } from './report.ts'
import { measureSearch } from './search-load.ts'
import { startTimed } from './timed-start.ts'

const instanceCount = 3

/**
 * Reports first start and search on SQLite and on PostgreSQL, and how long a post takes until all instances have it.
 * @param given URL of a server on which databases are created and not removed; null starts a temporary server
 */
export async function benchOnPostgres(given: string | null, symbols: readonly string[]): Promise<void> {
  const server =
    given === null ? await startPostgres({ isDurable: true }) : { url: given, stop: async () => {} }
  const newDatabase = () => createPostgresDatabase(server.url, `doubloon-bench-${randomUUID()}`)
  try {
    await measureServing('SQLite', {}, symbols)
    await measureServing('PostgreSQL', { DATABASE_URL: await newDatabase() }, symbols)
    const instances = { databaseUrl: await newDatabase(), count: instanceCount }
    for (const { posts, median, slowest, answer } of await timePublishing([10_000], instances))
      report({
        what: `publish one of ${posts.toLocaleString('en-US')} posts, until live on ${instanceCount} of ${instanceCount} instances`,
        measured: `${median} ms after the response (slowest of 15: ${slowest} ms; the response takes ${answer} ms)`,
        budget: '500 ms'
      })
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
  const environment = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site'), ...database }
  const server = await startTimed(environment)
  try {
    report({
      what: `first page of a new database, ${kind}`,
      measured: `${server.milliseconds} ms after the start`,
      budget: '3000 ms'
    })
    await waitUntilPublished(server.origin)
    for (const figure of await measureSearch(server.origin, symbols))
      report({ ...figure, what: `${figure.what}, ${kind}` })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
