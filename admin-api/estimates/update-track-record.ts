import { createHash } from 'node:crypto'
import { type BacktestedPayment, methodVersion } from '../estimator/estimator.ts'
import type { FundHistory } from '../market-days/types.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import type { ScoredPayment } from '../publishing/page-kind.ts'
import { lastFrozen } from '../signed-record/counted-estimates.ts'
import {
  addToRecord,
  deleteBacktested,
  type FrozenEstimate,
  findBacktestedVersions,
  findNewestLive,
  findUncovered
} from './estimate-record.db.ts'
import { differs, type EstimateRow } from './estimate-row.ts'
import { toBacktestedRow, toLiveRow } from './frozen-rows.ts'
import { scoreEstimates } from './score-estimates.ts'
import { signEstimates } from './sign-estimates.ts'

/**
 * Updates the track record after a refresh: removes backtested estimates of another method, scores new and corrected
 * payments, adds backtested estimates for payments without any, and freezes the shown estimates that differ from the last
 * frozen ones of their funds, however often that happens on a day. Everything new is signed.
 * @returns the payments whose estimates were added or scored again; null if there are none
 */
export async function updateTrackRecord(
  trx: Trx,
  funds: readonly FundHistory[],
  { shown, backtestAll }: { shown: readonly EstimateRow[]; backtestAll: () => readonly BacktestedPayment[] },
  now: Date
): Promise<ScoredPayment[] | null> {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  if (!(await isBacktested(trx))) await deleteBacktested(trx)
  const scored = await scoreEstimates(trx, now)
  const backtested = await backtestUncovered(trx, fundOf, backtestAll, now)
  const newestOf = Map.groupBy(await findNewestLive(trx), ({ symbol }) => symbol)
  const live = shown.flatMap((estimate) => {
    const fund = fundOf.get(estimate.symbol)
    const row = fund && toLiveRow(estimate, fund, now)
    const last = lastFrozen(newestOf.get(estimate.symbol) ?? [])
    return !row || (last && !differs<FrozenEstimate>(last, row, ['made_at']))
      ? []
      : { ...row, version: (last?.version ?? 0) + 1 }
  })
  const added = await addToRecord(trx, live)
  await signEstimates(trx, now)
  return added > 0 || backtested.length > 0 || scored.length > 0 ? [...scored, ...backtested] : null
}

/**
 * Adds backtested estimates for payments without one: on a new database all payments, later those that were collected
 * late. Some can never be estimated: a digest of these avoids trying again until the set changes.
 */
async function backtestUncovered(
  trx: Trx,
  fundOf: ReadonlyMap<string, FundHistory>,
  backtestAll: () => readonly BacktestedPayment[],
  now: Date
): Promise<ScoredPayment[]> {
  const uncovered = await findUncoveredKeys(trx)
  if (digest(uncovered) === (await readMeta(trx, 'payments-replayed'))) return []
  const rows = backtestAll().flatMap((payment) => {
    const fund = fundOf.get(payment.symbol)
    if (fund === undefined || !uncovered.has(`${payment.symbol} ${payment.exDate}`)) return []
    return toBacktestedRow(payment, fund, now) ?? []
  })
  await addToRecord(trx, rows)
  await writeMeta(trx, 'payments-replayed', digest(await findUncoveredKeys(trx)))
  return rows.map(({ symbol, ex_date: exDate }) => ({ symbol, exDate }))
}

async function findUncoveredKeys(trx: Trx): Promise<Set<string>> {
  return new Set((await findUncovered(trx)).map(({ symbol, ex_date }) => `${symbol} ${ex_date}`))
}

function digest(keys: ReadonlySet<string>): string {
  return createHash('sha256')
    .update([methodVersion, ...keys].join('\n'))
    .digest('hex')
}

/** Whether the backtested part of the record exists and is by the current method. */
export async function isBacktested(db: Db): Promise<boolean> {
  const versions = await findBacktestedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
