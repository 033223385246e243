import { countRows } from '../../platform/database/rows.ts'
import type { Db } from '../../platform/database/schema.ts'

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
