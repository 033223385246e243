import type { OutlookSum } from '../contract/payout-figures.ts'
import type { FundOutlook, PathSample } from '../estimator/outlook/outlook.ts'
import type { FamilyTraits, IsoDay, Payment } from '../market-days/types.ts'
import { insertRows } from '../platform/database/rows.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { listComingPayments, type PayingFund } from './coming-payments.ts'
import type { AnnouncedPayment, EstimateRow } from './estimate-row.ts'
import { digestBasis, type OutlookRow, sumComing, toOutlookRow } from './outlooks.ts'

/** A fund's estimate, and what else its coming payments follow from. */
export type OutlookInput = {
  row: EstimateRow
  outlook: FundOutlook
  traits: FamilyTraits | undefined
  payments: readonly Payment[]
  announced: readonly AnnouncedPayment[]
}

/**
 * Stores the outlooks of all funds with an estimate, and removes those of others. Funds whose facts are the same keep
 * their row.
 * @returns symbols whose outlook is new or changed
 */
export async function replaceOutlooks(
  trx: Trx,
  inputs: readonly OutlookInput[],
  asOf: IsoDay
): Promise<Set<string>> {
  const stored = await trx.selectFrom('outlook').select(['symbol', 'basis']).execute()
  const basisOf = new Map(stored.map(({ symbol, basis }) => [symbol, basis]))
  const changed: OutlookRow[] = []
  for (const { row, outlook, traits, payments, announced } of inputs) {
    const { made_at: _made, history_digest: _digest, reasons: _reasons, ...estimate } = row
    const basis = digestBasis([asOf, estimate, outlook, traits, payments.slice(-recentPayments), announced])
    if (basisOf.get(row.symbol) === basis) continue
    const pace = toOutlookRow(outlook, asOf)
    const coming = listComingPayments({
      ...row,
      state: 'open',
      traits,
      payments,
      announced,
      outlook: { ...pace, sums: [] }
    })
    const sums = sumComing(coming, outlook.sample, row.as_of)
    changed.push({ ...pace, sums: JSON.stringify(sums), basis })
  }
  const kept = new Set(inputs.map(({ row }) => row.symbol))
  const replaced = [
    ...changed.map(({ symbol }) => symbol),
    ...[...basisOf.keys()].filter((symbol) => !kept.has(symbol))
  ]
  if (replaced.length > 0) await trx.deleteFrom('outlook').where('symbol', 'in', replaced).execute()
  await insertRows(trx, 'outlook', changed)
  return new Set(changed.map(({ symbol }) => symbol))
}

/** Payments that decide the schedule of coming ones. */
const recentPayments = 60

/** Paces and sums by symbol, for the list of coming payments; only of `symbols` unless that is null. */
export async function findOutlooks(
  db: Db,
  symbols: readonly string[] | null
): Promise<Map<string, NonNullable<PayingFund['outlook']>>> {
  const rows = await db
    .selectFrom('outlook')
    .select(['symbol', 'as_of', 'daily_rate', 'factor', 'yearly_return', 'price', 'factors', 'sums'])
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .execute()
  return new Map(rows.map(({ symbol, sums, ...pace }) => [symbol, { ...pace, sums: JSON.parse(sums) }]))
}

/** Sums over 3, 6 and 12 months by symbol. */
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

/** Whether an estimate has no outlook, as in databases of earlier versions. */
export async function lacksOutlook(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('estimate')
    .leftJoin('outlook', 'outlook.symbol', 'estimate.symbol')
    .select('estimate.symbol')
    .where('status', '=', 'estimated')
    .where('outlook.symbol', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
