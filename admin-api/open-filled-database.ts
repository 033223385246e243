import type { Logger } from 'pino'
import { readFirstPosts } from '../data/posts/read-posts.ts'
import { seedPosts } from './blog/seed-posts.ts'
import { hasFacts } from './collection/fill-database.ts'
import { copyFirstDatabase, fillDatabase } from './collection/first-database.ts'
import { mergeFacts } from './collection/merge-facts.ts'
import type { FactsSource } from './collection/sources/market-data.ts'
import type { Config } from './config.ts'
import { markDemo } from './demo-day.ts'
import { deriveFigures } from './estimates/derive-figures.ts'
import { recoverCosignatures } from './estimates/recover-cosignatures.ts'
import { recoverSignedRecord } from './estimates/recover-signed-record.ts'
import { isRecordSigned, startSignedRecord } from './estimates/sign-estimates.ts'
import { walkHistory } from './estimator/estimator.ts'
import { migrateSafely, removeUnfinishedCopies } from './platform/database/backups/write-backup.ts'
import { requireSoundDatabase, requireSoundPostgres } from './platform/database/check-database.ts'
import { endAllLeases } from './platform/database/leases/leases.ts'
import { openDatabase } from './platform/database/open.ts'
import { databaseFileIn, makeDatabasePrivate } from './platform/database/private-files.ts'
import type { Db } from './platform/database/schema.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { readSiteStamp } from './publishing/built-site.ts'
import type { Pages, QueueChange } from './publishing/page-kind.ts'

/**
 * Opens the configured database with the tables, the facts and the estimates of this version.
 * @throws Error with one sentence that an operator can act on
 */
export async function openFilledDatabase(
  config: Config,
  { queueChange }: Pages,
  { publishes, now, facts, log }: { publishes: boolean; now: Date; facts: FactsSource; log: Logger }
): Promise<Db> {
  try {
    removeUnfinishedCopies(config.backupDir)
  } catch (error) {
    log.error({ err: error }, 'unfinished backups of a killed process could not be removed')
  }
  const stamp = publishes ? await readSiteStamp(config.siteDir) : null
  await using opened = new AsyncDisposableStack()
  const db = await openSoundDatabase(opened, config, facts, stamp !== null && stamp.database !== '')
  await migrateSafely(db, config.backupDir, { now, log })
  // No other process uses this database, so remaining leases belong to a killed process.
  if (config.databaseUrl === null)
    await endAllLeases(db).catch((error: unknown) =>
      log.error(
        { err: error },
        'leases of a killed process could not be ended; its work resumes when they expire'
      )
    )
  await markDemo(db, { day: config.demoDay, isNew: !(await hasFacts(db)) })
  if (publishes) await recoverRecord(db, config.siteDir, { now, log, queueChange })
  await mergeFacts(db, facts, { now, log, queueChange })
  await fillDatabase(db, facts, { now, queueChange })
  // From new facts of data/, and from those that a killed process left.
  await deriveFigures({ db, now, queueChange }, walkHistory)
  if (!(await isRecordSigned(db)))
    await writeTransaction(db, async (trx) => {
      const signed = await startSignedRecord(trx, now)
      if (signed > 0) await queueChange(trx, { kind: 'record', scored: [] }, now)
    })
  await seedPosts(db, readFirstPosts, { now, demoDay: config.demoDay, queueChange })
  opened.move()
  return db
}

/** A record that can't be recovered must not keep the service from starting; outsiders would see a fork of the chain. */
async function recoverRecord(
  db: Db,
  siteDir: string,
  { log, ...change }: { now: Date; log: Logger; queueChange: QueueChange }
): Promise<void> {
  try {
    const recovered = await recoverSignedRecord(db, siteDir)
    if (recovered > 0) log.warn({ recovered }, 'recovered estimates signed after the restored backup')
    const cosignatures = await recoverCosignatures(db, siteDir, change)
    if (cosignatures.recovered + cosignatures.refused > 0)
      log.warn(cosignatures, 'recovered cosignatures that the restored backup lacks')
  } catch (error) {
    log.error({ err: error }, 'the signed record could not be recovered from the published files')
  }
}

async function openSoundDatabase(
  opened: AsyncDisposableStack,
  { databaseUrl, databasePool, dataDir, backupDir, mayStartEmpty }: Config,
  facts: FactsSource,
  isPublished: boolean
): Promise<Db> {
  const open = (location: string) =>
    opened.adopt(openDatabase(location, { poolSize: databasePool }), (db) => db.destroy())
  if (databaseUrl !== null) {
    const db = open(databaseUrl)
    await requireSoundPostgres(db, { isPublished, mayStartEmpty })
    return db
  }
  requireSoundDatabase({ dataDir, backupDir }, { isPublished, mayStartEmpty })
  copyFirstDatabase(databaseFileIn(dataDir), facts)
  makeDatabasePrivate(databaseFileIn(dataDir), backupDir)
  return open(databaseFileIn(dataDir))
}
