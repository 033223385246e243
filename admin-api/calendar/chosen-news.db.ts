import type { Kysely } from 'kysely'
import { fromRecordWithCloses } from '../estimates/estimate-record.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { IsoDay } from '../market-days/types.ts'

/**
 * Estimates of the record for payments that went ex after a day, and those of which nothing is known yet; oldest as-of
 * day first.
 */
export async function findRecentEstimates(db: Kysely<Database>, symbols: readonly string[], after: IsoDay) {
  return fromRecordWithCloses(db)
    .select([
      'record.symbol',
      'record.ex_date',
      'record.paid_ex_date',
      'record.origin',
      'record.as_of',
      'record.amount',
      'record.low',
      'record.high',
      'record.price',
      'record.actual'
    ])
    .where('record.symbol', 'in', symbols)
    .where((eb) => eb.or([eb('record.paid_ex_date', '>', after), eb('record.actual', 'is', null)]))
    .orderBy('record.as_of')
    .execute()
}
export type RecentEstimate = Awaited<ReturnType<typeof findRecentEstimates>>[number]
