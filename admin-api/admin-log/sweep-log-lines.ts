import type { Kysely } from 'kysely'
import { keptLogs } from '../contract/admin-log.ts'
import type { Database } from '../platform/database/schema.ts'
import { trimOldest } from '../platform/database/trim-oldest.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Lines are for people to read: what was decided is a row of its own, which stays. */
export function sweepLogLines(
  db: Kysely<Database>,
  now: Date,
  most: number = keptLogs.lines
): Promise<boolean> {
  const before = new Date(now.getTime() - keptLogs.days * 86_400_000).toISOString()
  const lines = { table: 'admin_log', time: 'timestamp' } as const
  return writeTransaction(db, (trx) => trimOldest(trx, lines, { before, most }))
}
