import type { Kysely } from 'kysely'
import { deleteMeta, readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
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
  if (await isKept(await readMeta(db, 'admin-password'), configured)) return null
  const made = configured === null ? makePassword() : null
  const hash = await hashPassword(configured ?? made ?? '')
  return writeTransaction(db, async (trx) => {
    // Of several processes that start at once one does it.
    if (await isKept(await readMeta(trx, 'admin-password'), configured)) return null
    await writeMeta(trx, 'admin-password', hash)
    await deleteAllSessions(trx)
    // Devices that knew the last password are strangers again.
    await deleteMeta(trx, 'device-key')
    return made
  })
}

async function isKept(stored: string | null, configured: string | null): Promise<boolean> {
  return stored !== null && (configured === null || isPassword(configured, stored))
}
