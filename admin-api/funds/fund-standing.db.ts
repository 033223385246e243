import type { Db } from '../platform/database/schema.ts'
import type { FundStanding } from './fund-state.ts'

export type NewStanding = FundStanding & { ask_again_on: string | null }

/** Stores a fund's new state, and deletes the pending estimate of a fund that is no longer open. */
export async function writeStanding(
  db: Db,
  { symbol, state, state_since, state_cause, ask_again_on }: NewStanding
): Promise<void> {
  await db
    .updateTable('fund')
    .set({ state, state_since, state_cause, ask_again_on })
    .where('symbol', '=', symbol)
    .execute()
  await db.deleteFrom('unknown_day').where('symbol', '=', symbol).execute()
  if (state === 'open') return
  await db
    .deleteFrom('manual_entry')
    .where((eb) => eb.and({ symbol, kind: 'estimate', status: 'pending' }))
    .execute()
}
