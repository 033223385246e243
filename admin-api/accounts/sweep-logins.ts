import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { sweepTries } from './login-throttle.ts'
import { sweepSessions } from './sessions.ts'

/** A login does it, too; without one the addresses of who tried would stay. */
export async function sweepLogins(db: Kysely<Database>, now: Date): Promise<boolean> {
  await writeTransaction(db, async (trx) => {
    await sweepSessions(trx, now)
    await sweepTries(trx)
  })
  return false
}
