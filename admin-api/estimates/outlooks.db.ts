import type { CompiledQuery, Selectable } from 'kysely'
import type { OutlookSum } from '../contract/payout-figures.ts'
import type { PathSample } from '../estimator/outlook/outlook.ts'
import { prepareInserts } from '../platform/database/rows.ts'
import type { OutlookTable } from '../platform/database/schema/estimates.ts'
import type { Db } from '../platform/database/schema.ts'
import type { ComingRow } from './coming-payments.db.ts'

export type OutlookRow = Selectable<OutlookTable>

/** Digest of what each fund's outlook and coming payments were derived from, by symbol. */
export async function findOutlookBases(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('outlook').select(['symbol', 'basis']).execute()
  return new Map(rows.map(({ symbol, basis }) => [symbol, basis]))
}

/** New outlooks and coming payments. */
export type OutlookChanges = {
  rows: readonly OutlookRow[]
  coming: readonly ComingRow[]
  /** Funds whose earlier rows are deleted. */
  replaced: readonly string[]
}

/** Statements that store the outlooks. */
export function prepareOutlooks(db: Db, { rows, replaced }: OutlookChanges): CompiledQuery[] {
  if (replaced.length === 0) return []
  return [
    db.deleteFrom('outlook').where('symbol', 'in', replaced).compile(),
    ...prepareInserts(db, 'outlook', rows)
  ]
}

/** Sums over 3, 6 and 12 months by symbol; empty without an estimate. */
export async function findOutlookSums(
  db: Db,
  symbols: readonly string[] | null = null
): Promise<Map<string, OutlookSum[]>> {
  const rows = await db
    .selectFrom('outlook')
    .select(['symbol', 'sums'])
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .execute()
  return new Map(rows.map(({ symbol, sums }) => [symbol, JSON.parse(sums)]))
}

/** Errors of past paths of a fund; empty without any. */
export async function findPathSample(db: Db, symbol: string): Promise<PathSample> {
  const row = await db.selectFrom('outlook').select('sample').where('symbol', '=', symbol).executeTakeFirst()
  return row?.sample ? JSON.parse(row.sample) : []
}

/** Whether coming payments of a fund were not derived, as in databases of earlier versions. */
export async function lacksOutlook(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('estimate')
    .leftJoin('outlook', 'outlook.symbol', 'estimate.symbol')
    .select('estimate.symbol')
    .where('outlook.symbol', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
