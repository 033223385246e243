import type { Selectable } from 'kysely'
import type { ComingPayment } from '../contract/open-data.ts'
import type { OutlookSum } from '../contract/payout-figures.ts'
import type { FundState } from '../contract/vocabulary.ts'
import type { FundOutlook, PathSample } from '../estimator/outlook/outlook.ts'
import type { FamilyTraits, IsoDay, Payment } from '../market-days/types.ts'
import { insertRows } from '../platform/database/rows.ts'
import type { OutlookTable } from '../platform/database/schema/estimates.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { replaceComingPayments } from './coming-payments.db.ts'
import { listComingPayments } from './coming-payments.ts'
import type { AnnouncedPayment, EstimateRow } from './estimate-row.ts'
import { digestBasis, sumComing, toProjection } from './outlooks.ts'

/** Everything that decides which payments of a fund come, and its outlook if it has an estimate. */
export type OutlookInput = {
  row: EstimateRow
  state: FundState
  outlook: FundOutlook | null
  traits: FamilyTraits | undefined
  payments: readonly Payment[]
  announced: readonly AnnouncedPayment[]
}

/**
 * Stores the coming payments and the outlooks of all funds, and removes those of others. Funds whose facts are the same
 * keep their rows.
 * @returns symbols of funds with new or changed rows
 */
export async function replaceOutlooks(
  trx: Trx,
  inputs: readonly OutlookInput[],
  asOf: IsoDay
): Promise<Set<string>> {
  const stored = await trx.selectFrom('outlook').select(['symbol', 'basis']).execute()
  const basisOf = new Map(stored.map(({ symbol, basis }) => [symbol, basis]))
  const changed: Selectable<OutlookTable>[] = []
  const comingOf = new Map<string, ComingPayment[]>()
  for (const input of inputs) {
    const { row, outlook, ...facts } = input
    const { symbol } = row
    const basis = digestInput(input, asOf)
    if (basisOf.get(symbol) === basis) continue
    const projection = outlook && toProjection(outlook, asOf)
    const coming = listComingPayments({ ...row, ...facts, projection })
    comingOf.set(symbol, coming)
    const sample = outlook?.sample ?? []
    changed.push({
      symbol,
      sample: sample.length > 0 ? JSON.stringify(sample) : null,
      sums: JSON.stringify(outlook === null ? [] : sumComing(coming, sample, row.as_of)),
      basis
    })
  }
  const kept = new Set(inputs.map(({ row }) => row.symbol))
  const replaced = [
    ...changed.map(({ symbol }) => symbol),
    ...[...basisOf.keys()].filter((symbol) => !kept.has(symbol))
  ]
  if (replaced.length > 0) await trx.deleteFrom('outlook').where('symbol', 'in', replaced).execute()
  await insertRows(trx, 'outlook', changed)
  await replaceComingPayments(trx, replaced, comingOf)
  return new Set(comingOf.keys())
}

/** Payments that decide the schedule of coming ones. */
const recentPayments = 60

function digestInput({ row, outlook, payments, ...facts }: OutlookInput, asOf: IsoDay): string {
  const { made_at, history_digest: _digest, reasons: _reasons, ...estimate } = row
  // A stored payment of the future is listed as seen on the day of the calculation.
  const seenOn = payments.some(({ exDate }) => exDate > row.as_of) ? made_at.slice(0, 10) : null
  return digestBasis([asOf, estimate, outlook, facts, payments.slice(-recentPayments), seenOn])
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
