import type { Insertable, Selectable } from 'kysely'
import type { OutlookLeaf } from '../../contract/outlook-record.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { countRows, insertRows } from '../../platform/database/rows.ts'
import type { OutlookRecordTable } from '../../platform/database/schema/estimates.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import { canonicalJson } from '../../signed-record/merkle-tree.ts'

export type OutlookRecordRow = Selectable<OutlookRecordTable>
export type FrozenOutlook = Insertable<OutlookRecordTable>
export type OutlookScore = Pick<
  OutlookRecordRow,
  'outcome' | 'paid' | 'paid_payments' | 'paid_in_addition' | 'scored_at' | 'corrected_on'
>

/** All frozen outlooks, oldest first. */
export async function findOutlookRecord(db: Db): Promise<OutlookRecordRow[]> {
  return db
    .selectFrom('outlook_record')
    .selectAll()
    .orderBy('session')
    .orderBy('symbol')
    .orderBy('months')
    .orderBy('origin')
    .execute()
}

/** Outlooks whose last ex-date is before `day`, with the close of their price day on today's share basis. */
export async function findEndedOutlooks(db: Db, day: IsoDay) {
  return db
    .selectFrom('outlook_record as record')
    .leftJoin('price', (join) =>
      join.onRef('price.symbol', '=', 'record.symbol').onRef('price.date', '=', 'record.price_date')
    )
    .select(['record.symbol', 'session', 'months', 'origin', 'as_of', 'until', 'record.price'])
    .select(['outcome', 'paid', 'paid_payments', 'paid_in_addition', 'scored_at', 'corrected_on'])
    .select('price.close as close_now')
    .where('until', '<', day)
    .execute()
}

/** Sessions with outlooks of an origin. */
export async function findOutlookSessions(db: Db, origin: OutlookRecordRow['origin']): Promise<Set<IsoDay>> {
  const rows = await db
    .selectFrom('outlook_record')
    .select('session')
    .distinct()
    .where('origin', '=', origin)
    .execute()
  return new Set(rows.map(({ session }) => session))
}

export async function addOutlooks(trx: Trx, rows: readonly FrozenOutlook[]): Promise<void> {
  await insertRows(trx, 'outlook_record', rows)
}

/** Removes backtested outlooks of other methods. */
export async function deleteOldBacktests(trx: Trx, method: string): Promise<void> {
  await trx
    .deleteFrom('outlook_record')
    .where('origin', '=', 'replayed')
    .where('method_version', '!=', method)
    .execute()
}

export async function writeOutlookScore(
  trx: Trx,
  { symbol, session, months, origin }: Pick<OutlookRecordRow, 'symbol' | 'session' | 'months' | 'origin'>,
  score: OutlookScore
): Promise<void> {
  await trx
    .updateTable('outlook_record')
    .set(score)
    .where((eb) => eb.and({ symbol, session, months, origin }))
    .execute()
}

/** Signed outlooks of a day as canonical JSON, in the order of signing. */
export async function findOutlookLeaves(db: Db, day: IsoDay): Promise<string[]> {
  const rows = await db
    .selectFrom('outlook_leaf')
    .select('leaf')
    .where('day', '=', day)
    .orderBy('position')
    .execute()
  return rows.map(({ leaf }) => leaf)
}

/** Days with signed outlooks, oldest first. */
export async function findOutlookDays(db: Db): Promise<IsoDay[]> {
  const rows = await db.selectFrom('outlook_leaf').select('day').distinct().orderBy('day').execute()
  return rows.map(({ day }) => day)
}

export async function hasOutlookLeaves(db: Db, day: IsoDay): Promise<boolean> {
  return (await countRows(db.selectFrom('outlook_leaf').where('day', '=', day))) > 0
}

export async function addOutlookLeaves(trx: Trx, day: IsoDay, leaves: readonly OutlookLeaf[]): Promise<void> {
  await insertRows(
    trx,
    'outlook_leaf',
    leaves.map((leaf, position) => ({ day, position, leaf: canonicalJson(leaf) }))
  )
}
