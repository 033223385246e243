import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sources } from './collection/open-sources.ts'
import { openService } from './open-service.ts'
import { isOnPostgres, openTestDatabase, seededAt } from './testing/database.ts'
import { forEachTest } from './testing/fixtures.ts'
import { fewMayFacts } from './testing/may-facts.ts'

const database = forEachTest(() => openTestDatabase('two-funds'))

/** Sources that can't be used, which shows late: most parts of the service are open by then. */
const brokenSources = new Proxy({} as Sources, {
  ownKeys: () => {
    throw new Error('The sources are broken.')
  }
})
const brokenFacts = {
  ...fewMayFacts,
  digest: () => {
    throw new Error('The facts are broken.')
  }
}

test('a service that fails to open closes its database and can be opened again at once', async () => {
  await database.db.destroy()
  const environment = {
    ...database.environment,
    SITE_DIR: join(database.folder, 'site'),
    LOG_LEVEL: 'silent'
  }
  const open = (options: object) =>
    openService(environment, { publishes: false, clock: () => seededAt, facts: fewMayFacts, ...options })
  for (const [options, message] of [
    [{ sources: brokenSources }, 'The sources are broken.'],
    [{ facts: brokenFacts }, 'The facts are broken.']
  ] as const) {
    await expect(open(options)).rejects.toThrow(message)
    // SQLite removes its log when the last connection is closed.
    if (!isOnPostgres) expect(existsSync(join(database.folder, 'doubloon.sqlite-wal'))).toBe(false)
  }
  const service = await open({})
  await service.close()
})
