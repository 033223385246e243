import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readFirstPosts } from '../data/posts/read-posts.ts'
import type { Pages } from './all-pages.ts'
import type { Config } from './config.ts'
import { requireSoundDatabase } from './platform/database/check-database.ts'
import { requireSoundPostgres } from './platform/database/check-postgres.ts'
import { endAllLeases } from './platform/database/leases/leases.db.ts'
import { migrateSafely } from './platform/database/migrate-safely.ts'
import { openDatabase } from './platform/database/open.ts'
import { databaseFileIn, makeDatabasePrivate } from './platform/database/private-files.ts'
import type { Database } from './platform/database/schema.ts'
import { seedPosts } from './blog/seed-posts.ts'
import { mergeFacts } from './collection/merge-facts.ts'
import { fillDatabase } from './collection/fill-database.ts'
import { refreshEstimates } from './estimates/refresh-estimates.ts'
import { readSiteStamp } from './publishing/site-stamp.ts'
import type { FactsSource } from './services.ts'

/**
 * The database the configuration names, with the tables of this version, the facts of its release and estimates of its
 * method.
 * @throws Error with one sentence a person can act on.
 */
export async function openFilledDatabase(
  config: Config,
  { queueChange }: Pages,
  { publishes, now, facts, log }: { publishes: boolean; now: Date; facts: FactsSource; log: Logger }
): Promise<Kysely<Database>> {
  const stamp = publishes ? await readSiteStamp(config.siteDir) : null
  const db = await openSoundDatabase(config, stamp !== null && stamp.database !== '')
  await migrateSafely(db, config.backupDir, now)
  // Nobody else has this database: a lease in it is that of a process that was killed.
  if (config.databaseUrl === null)
    await endAllLeases(db).catch((error: unknown) =>
      log.error({ err: error }, 'what a killed process was doing goes on only when its leases end')
    )
  await mergeFacts(db, facts, {
    now,
    log,
    queueChange,
    refreshEstimates: (trx) => refreshEstimates(trx, { now, queueChange })
  })
  await fillDatabase(db, facts, { now, queueChange })
  await seedPosts(db, readFirstPosts, { now, queueChange })
  return db
}

async function openSoundDatabase(
  { databaseUrl, databasePool, dataDir, backupDir, mayBeginAnew }: Config,
  isPublished: boolean
): Promise<Kysely<Database>> {
  if (databaseUrl !== null) {
    const db = openDatabase(databaseUrl, { poolSize: databasePool })
    await requireSoundPostgres(db, { isPublished, mayBeginAnew })
    return db
  }
  requireSoundDatabase({ dataDir, backupDir }, { isPublished, mayBeginAnew })
  makeDatabasePrivate(databaseFileIn(dataDir), backupDir)
  return openDatabase(databaseFileIn(dataDir))
}
