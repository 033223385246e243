import { writeMeta } from '../../platform/database/meta.db.ts'
import { countRows } from '../../platform/database/rows.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'

export function countAllFunds(db: Db): Promise<number> {
  return countRows(db.selectFrom('fund'))
}

/** Open funds whose data were collected up to an earlier day only. */
export async function findFundsKnownBefore(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('known_until', '<', day)
    .where('state', '=', 'open')
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}

export function countQuarantinedPayments(db: Db): Promise<number> {
  return countRows(
    db.selectFrom('manual_entry').where('kind', '=', 'payment').where('status', '=', 'pending')
  )
}

/** Commits a row, because a rolled back row would not reach the disk. @throws when it can't be written */
export async function writeProbeRow(db: Db, now: Date): Promise<void> {
  await writeTransaction(db, (trx) => writeMeta(trx, 'write-probe', now.toISOString()))
}
