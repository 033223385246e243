import type { Kysely } from 'kysely'
import { deleteMeta, readMeta, writeMeta } from '../../db/meta.db.ts'
import type { Database } from '../../db/schema.ts'
import { writeTransaction } from '../../db/write-transaction.ts'
import { hashPassword, isPassword, makePassword } from './password.ts'
import { deleteAllSessions } from './sessions.db.ts'

/**
 * Stores a hash of the configured password; a changed password ends all sessions. Without a configured one a
 * password is made at the first start.
 * @returns the password that was made, to be shown once; null when there is none to show.
 */
export async function ensureAdminPassword(
  db: Kysely<Database>,
  configured: string | null
): Promise<string | null> {
  const stored = await readMeta(db, 'admin-password')
  if (configured === null && stored !== null) return null
  if (configured !== null && stored !== null && (await isPassword(configured, stored))) return null
  const made = configured === null ? makePassword() : null
  const hash = await hashPassword(configured ?? made ?? '')
  await writeTransaction(db, async (trx) => {
    await writeMeta(trx, 'admin-password', hash)
    await deleteAllSessions(trx)
    // Devices that knew the last password are strangers again.
    await deleteMeta(trx, 'device-key')
  })
  return made
}
