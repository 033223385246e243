import type { Insertable, Selectable } from 'kysely'
import { chunksOf } from '../platform/database/rows.ts'
import type { EstimateRecordTable } from '../platform/database/schema/estimates.ts'
import type { Db } from '../platform/database/schema.ts'
import type { Scored } from '../signed-record/counted-estimates.ts'

export type RecordRow = Selectable<EstimateRecordTable>
export type ScoredRow = Scored<RecordRow>
/** A row of the record with the close of its price day on today's share basis. */
export type FrozenRow = RecordRow & { close_now: number | null }
export type FrozenEstimate = Insertable<EstimateRecordTable>
export type RecordKey = Pick<RecordRow, 'symbol' | 'ex_date' | 'origin' | 'as_of' | 'version'>
export type Score = Pick<
  RecordRow,
  'paid_ex_date' | 'paid_amount' | 'actual' | 'accuracy_score' | 'scored_at' | 'corrected_on'
>

/** Returns the record of all funds or of these, oldest ex-date first. */
export async function findRecord(db: Db, symbols?: readonly string[]): Promise<RecordRow[]> {
  return db
    .selectFrom('estimate_record')
    .selectAll()
    .$if(symbols !== undefined, (query) => query.where('symbol', 'in', symbols ?? []))
    .orderBy('ex_date')
    .orderBy('symbol')
    .orderBy('origin')
    .orderBy('as_of')
    .orderBy('version')
    .execute()
}

/** Live estimates with the highest version of their fund: the last frozen one, or all of those without versions. */
export async function findNewestLive(db: Db): Promise<RecordRow[]> {
  const live = db.selectFrom('estimate_record').where('origin', '=', 'live')
  const newest = live.select(({ fn }) => ['symbol', fn.max('version').as('version')]).groupBy('symbol')
  return live
    .selectAll()
    .where(({ eb, refTuple }) =>
      eb(refTuple('symbol', 'version'), 'in', newest.$asTuple('symbol', 'version'))
    )
    .execute()
}

/** Ex-dates that all live estimates of these funds expected. */
export async function findExpectedDays(db: Db, symbols: ReadonlySet<string>) {
  if (symbols.size === 0) return []
  return db
    .selectFrom('estimate_record')
    .select(['symbol', 'ex_date', 'origin', 'as_of', 'version', 'made_at'])
    .where('origin', '=', 'live')
    .where('symbol', 'in', [...symbols])
    .execute()
}

/** Query of the record with `close_now`, the close of the price day on today's share basis. */
export function fromRecordWithCloses(db: Db) {
  return db
    .selectFrom('estimate_record as record')
    .leftJoin('price', (join) =>
      join.onRef('price.symbol', '=', 'record.symbol').onRef('price.date', '=', 'record.price_date')
    )
    .select('price.close as close_now')
}

/** Amounts of all live estimates, with what their instants, share basis and payments follow from. */
export async function findLiveVersions(db: Db) {
  return fromRecordWithCloses(db)
    .select(['record.symbol', 'family', 'made_at', 'as_of', 'version', 'amount', 'record.price'])
    .select(['paid_ex_date', 'paid_amount'])
    .where('origin', '=', 'live')
    .execute()
}

/** Live versions of estimates for ex-dates from a day on, of all funds or of one. */
export async function findLiveEstimates(db: Db, { from, symbol }: { from: string; symbol?: string }) {
  return db
    .selectFrom('estimate_record')
    .select(['symbol', 'family', 'ex_date', 'version', 'made_at', 'method_version', 'amount', 'price_date'])
    .where('origin', '=', 'live')
    .where('ex_date', '>=', from)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
    .execute()
}

export async function findFrozenOfFund(db: Db, symbol: string): Promise<FrozenRow[]> {
  return fromRecordWithCloses(db).selectAll('record').where('record.symbol', '=', symbol).execute()
}

/** Adds new rows; existing ones don't change. @returns number of added rows */
export async function addToRecord(db: Db, rows: readonly FrozenEstimate[]): Promise<number> {
  let added = 0
  for (const chunk of chunksOf(rows)) {
    const result = await db
      .insertInto('estimate_record')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    added += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

export async function findBacktestedVersions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('method_version')
    .distinct()
    .where('origin', '=', 'replayed')
    .execute()
  return rows.map((row) => row.method_version)
}

/** Returns payments of all funds or of these without an estimate in the record, by symbol and ex-date. */
export async function findUncovered(db: Db, symbols?: readonly string[]): Promise<PaymentKey[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date'])
    .$if(symbols !== undefined, (query) => query.where('symbol', 'in', symbols ?? []))
    .except((eb) =>
      eb
        .selectFrom('estimate_record')
        .select((record) => ['symbol', record.ref('paid_ex_date').$notNull().as('ex_date')])
        .where('paid_ex_date', 'is not', null)
        .$if(symbols !== undefined, (query) => query.where('symbol', 'in', symbols ?? []))
    )
    .orderBy('symbol')
    .orderBy('ex_date')
    .execute()
  return rows.map(({ symbol, ex_date }) => ({ symbol, exDate: ex_date }))
}

export async function deleteBacktested(db: Db): Promise<void> {
  await db.deleteFrom('estimate_record').where('origin', '=', 'replayed').execute()
}

/** A payment by its fund and ex-date. */
export type PaymentKey = { symbol: string; exDate: string }

/** Deletes backtested estimates of these payments. */
export async function deleteBacktestedOf(db: Db, payments: readonly PaymentKey[]): Promise<void> {
  for (const { symbol, exDate } of payments)
    await db
      .deleteFrom('estimate_record')
      .where((eb) => eb.and({ origin: 'replayed', symbol, paid_ex_date: exDate }))
      .execute()
}

/**
 * Returns estimates without a score, with an outdated one, or with one by a payment of `wrong`, joined with each payment that may be the estimated one
 * (nulls if there is none).
 */
export async function findScorable(db: Db, wrong: readonly PaymentKey[]) {
  return fromRecordWithCloses(db)
    .leftJoin('payment as known', (join) =>
      join.onRef('known.symbol', '=', 'record.symbol').onRef('known.ex_date', '=', 'record.paid_ex_date')
    )
    .leftJoin('payment', (join) =>
      join.onRef('payment.symbol', '=', 'record.symbol').onRef('payment.ex_date', '>', 'record.as_of')
    )
    .selectAll('record')
    .select(['payment.ex_date as candidate_ex_date', 'payment.amount as candidate_amount'])
    .where((eb) =>
      eb.or([
        eb('known.amount', 'is', null),
        eb('known.amount', '!=', eb.ref('record.paid_amount')),
        ...wrong.map(({ symbol, exDate }) =>
          eb.and({ 'record.symbol': symbol, 'record.paid_ex_date': exDate })
        )
      ])
    )
    .orderBy('record.symbol')
    .orderBy('record.ex_date')
    .execute()
}

export async function writeScore(
  db: Db,
  { symbol, ex_date, origin, as_of, version }: RecordKey,
  score: Score
): Promise<void> {
  await db
    .updateTable('estimate_record')
    .set(score)
    .where((eb) => eb.and({ symbol, ex_date, origin, as_of, version }))
    .execute()
}
