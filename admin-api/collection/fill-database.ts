import type { Kysely } from 'kysely'
import { writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { hasFacts, writeFacts } from './write-facts.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { methodVersion } from '../estimator/estimator.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import type { FactsSource } from '../services.ts'
import { findMethodVersions, isUnexplained } from '../estimates/estimates.db.ts'
import { isReplayed } from '../estimates/keep-record.ts'
import { refreshEstimates } from '../estimates/refresh-estimates.ts'

/**
 * Makes a migrated database ready to answer: facts, estimates and the replayed record into an empty one, and new
 * estimates and a new replay where the stored ones were made by another version of the method.
 */
export async function fillDatabase(
  db: Kysely<Database>,
  market: FactsSource,
  given: { now: Date; queueChange: QueueChange }
): Promise<void> {
  if (await isReady(db)) return
  const facts = (await hasFacts(db)) ? null : market.readFacts()
  await writeTransaction(db, async (trx) => {
    // Of several processes that start at once one does it.
    if (await isReady(trx)) return
    if (facts !== null && !(await hasFacts(trx))) {
      await writeFacts(trx, facts)
      await writeMeta(trx, 'market-data', market.name)
      await writeMeta(trx, 'facts-digest', market.digest())
    }
    await refreshEstimates(trx, given)
  })
}

/** Whether there are facts, and all that is worked out of them is by this version of the method. */
async function isReady(db: Kysely<Database>): Promise<boolean> {
  const versions = await findMethodVersions(db)
  const isCurrent = versions.every((version) => version === methodVersion)
  return isCurrent && (await isReplayed(db)) && (await hasFacts(db)) && !(await isUnexplained(db))
}
