import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type BacktestedPayment, type EstimateResult, methodVersion } from '../estimator/estimator.ts'
import type { FundHistory } from '../market-days/types.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { ScoredPayment } from '../publishing/page-kind.ts'
import { addToRecord, deleteBacktested, findBacktestedVersions, findUncovered } from './estimate-record.db.ts'
import { toBacktestedRow, toLiveRow } from './frozen-rows.ts'
import { scoreEstimates } from './score-estimates.ts'
import { signEstimates } from './sign-estimates.ts'

/**
 * Updates the track record after a refresh: removes backtested estimates of another method, scores new and corrected
 * payments, adds backtested estimates for payments without any, and freezes the current estimates. One estimate for each
 * fund, ex-date and as-of day is frozen: a second refresh on the same day adds none. Everything new is signed.
 * @returns the payments whose estimates were added or scored again; null if there are none
 */
export async function updateTrackRecord(
  trx: Transaction<Database>,
  funds: readonly FundHistory[],
  {
    results,
    backtestAll
  }: { results: readonly EstimateResult[]; backtestAll: () => readonly BacktestedPayment[] },
  now: Date
): Promise<ScoredPayment[] | null> {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  if (!(await isBacktested(trx))) await deleteBacktested(trx)
  const scored = await scoreEstimates(trx, now)
  const backtested = await backtestUncovered(trx, fundOf, backtestAll, now)
  const live = results.flatMap((result) => {
    const fund = fundOf.get(result.symbol)
    return (fund && toLiveRow(result, fund, now)) ?? []
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
  trx: Transaction<Database>,
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

async function findUncoveredKeys(trx: Transaction<Database>): Promise<Set<string>> {
  return new Set((await findUncovered(trx)).map(({ symbol, ex_date }) => `${symbol} ${ex_date}`))
}

function digest(keys: ReadonlySet<string>): string {
  return createHash('sha256')
    .update([methodVersion, ...keys].join('\n'))
    .digest('hex')
}

/** Whether the backtested part of the record exists and is by the current method. */
export async function isBacktested(db: Kysely<Database>): Promise<boolean> {
  const versions = await findBacktestedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
