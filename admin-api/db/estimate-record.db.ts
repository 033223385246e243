import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, EstimateRecordTable } from './schema.ts'

export type RecordRow = Selectable<EstimateRecordTable>
export type FrozenEstimate = Insertable<EstimateRecordTable>
export type RecordKey = Pick<RecordRow, 'symbol' | 'ex_date' | 'origin' | 'as_of'>
export type Score = Pick<RecordRow, 'paid_ex_date' | 'actual' | 'accuracy_score' | 'scored_at'>

/** SQLite takes at most 32,766 bound values in one statement; a row has 18. */
const rowsAStatement = 500

/** All of it, oldest ex-date first. */
export async function findRecord(db: Kysely<Database>): Promise<RecordRow[]> {
  return db
    .selectFrom('estimate_record')
    .selectAll()
    .orderBy('ex_date')
    .orderBy('symbol')
    .orderBy('origin')
    .orderBy('as_of')
    .execute()
}

/** Adds what is not there yet; a row that exists stays as it is. Returns how many were added. */
export async function addToRecord(db: Kysely<Database>, rows: readonly FrozenEstimate[]): Promise<number> {
  let added = 0
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    const result = await db
      .insertInto('estimate_record')
      .values(rows.slice(start, start + rowsAStatement))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

export async function findReplayedVersions(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('method_version')
    .distinct()
    .where('origin', '=', 'replayed')
    .execute()
  return rows.map((row) => row.method_version)
}

export async function deleteReplayed(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('estimate_record').where('origin', '=', 'replayed').execute()
}

/** Live estimates still without an actual, each with every payment that may be the one it was for. */
export async function findUnscored(db: Kysely<Database>) {
  return db
    .selectFrom('estimate_record as record')
    .innerJoin('payment', 'payment.symbol', 'record.symbol')
    .leftJoin('price', (join) =>
      join.onRef('price.symbol', '=', 'record.symbol').onRef('price.date', '=', 'record.price_date')
    )
    .select([
      'record.symbol',
      'record.ex_date',
      'record.origin',
      'record.as_of',
      'record.made_at',
      'record.amount',
      'record.price',
      'price.close as close_now',
      'payment.ex_date as paid_ex_date',
      'payment.amount as paid_amount'
    ])
    .where('record.origin', '=', 'live')
    .where('record.actual', 'is', null)
    .whereRef('payment.ex_date', '>', 'record.as_of')
    .execute()
}

export async function writeScore(db: Kysely<Database>, key: RecordKey, score: Score): Promise<void> {
  await db
    .updateTable('estimate_record')
    .set(score)
    .where('symbol', '=', key.symbol)
    .where('ex_date', '=', key.ex_date)
    .where('origin', '=', key.origin)
    .where('as_of', '=', key.as_of)
    .where('actual', 'is', null)
    .execute()
}
