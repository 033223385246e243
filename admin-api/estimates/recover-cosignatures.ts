import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCosignatures, recordCosignaturesPath } from '../contract/witnesses.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { findCosignatureFault } from '../signed-record/cosignature.ts'
import { findCosignatures, insertCosignature } from './cosignatures.db.ts'
import { findLog } from './sign-checkpoint.ts'

/**
 * After an older backup was restored, recovers cosignatures that witnesses made since then from the published files.
 * Stores those that are valid and of this log; a witness that has seen another log reports that itself at the next request.
 * @param siteDir folder of the published site
 * @returns number of recovered and of refused cosignatures
 * @throws RecordFileError if the file is damaged
 */
export async function recoverCosignatures(
  db: Db,
  siteDir: string,
  { now, queueChange }: { now: Date; queueChange: QueueChange }
): Promise<{ recovered: number; refused: number }> {
  const file = await readFile(join(siteDir, recordCosignaturesPath), 'utf8').catch(() => null)
  const published = file === null ? [] : parseCosignatures(file)
  const isMissing = await createStoredCheck(db)
  if (!published.some(isMissing)) return { recovered: 0, refused: 0 }
  return writeTransaction(db, async (trx) => {
    const missing = published.filter(await createStoredCheck(trx))
    const log = await findLog(trx)
    let recovered = 0
    for (const cosignature of missing) {
      if ((await findCosignatureFault([cosignature], log)) !== null) continue
      const { witness: _, ...row } = cosignature
      await insertCosignature(trx, row)
      recovered += 1
    }
    if (recovered > 0) await queueChange(trx, { kind: 'cosigned' }, now)
    return { recovered, refused: missing.length - recovered }
  })
}

type CosignatureKey = { size: number; verifier_key: string }

/** Returns a function that says whether a cosignature is not stored. */
async function createStoredCheck(db: Db): Promise<(cosignature: CosignatureKey) => boolean> {
  const keyOf = ({ size, verifier_key }: CosignatureKey) => `${size} ${verifier_key}`
  const stored = new Set((await findCosignatures(db)).map(keyOf))
  return (cosignature) => !stored.has(keyOf(cosignature))
}
