import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  addToRecord,
  deleteReplayed,
  findReplayedVersions,
  findUncovered
} from './estimate-record.db.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { FundHistory } from '../market-days/types.ts'
import { type EstimateResult, methodVersion, type ReplayedPayment } from '../estimator/estimator.ts'
import type { ScoredPayment } from '../publishing/page-kind.ts'
import { toLiveRow, toReplayedRow } from './frozen-rows.ts'
import { scoreEstimates } from './score-estimates.ts'

/**
 * Brings the record up to date with a refresh: replays the past where no replay by this method is stored, scores the
 * payments that have come or were corrected, replays those that no estimate was frozen for in time, and freezes the
 * current estimates. One estimate a fund, ex-date and as-of day is frozen: a second refresh on the same day adds none.
 * Returns the payments whose estimates were added or scored anew; null where nothing was.
 */
export async function keepRecord(
  trx: Transaction<Database>,
  funds: readonly FundHistory[],
  { results, replay }: { results: readonly EstimateResult[]; replay: () => readonly ReplayedPayment[] },
  now: Date
): Promise<ScoredPayment[] | null> {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  if (!(await isReplayed(trx))) await deleteReplayed(trx)
  const scored = await scoreEstimates(trx, now)
  const replayed = await replayUncovered(trx, fundOf, replay, now)
  const live = results.flatMap((result) => {
    const fund = fundOf.get(result.symbol)
    return (fund && toLiveRow(result, fund, now)) ?? []
  })
  const added = await addToRecord(trx, live)
  return added > 0 || replayed.length > 0 || scored.length > 0 ? [...scored, ...replayed] : null
}

/**
 * Replays the payments without an estimate: on a new database all, later those that came in a catch-up. Some can never
 * be estimated, so that they are remembered, and only looked at again when others are without one.
 */
async function replayUncovered(
  trx: Transaction<Database>,
  fundOf: ReadonlyMap<string, FundHistory>,
  replay: () => readonly ReplayedPayment[],
  now: Date
): Promise<ScoredPayment[]> {
  const uncovered = await findUncoveredKeys(trx)
  if (digest(uncovered) === (await readMeta(trx, 'payments-replayed'))) return []
  const rows = replay().flatMap((payment) => {
    const fund = fundOf.get(payment.symbol)
    if (fund === undefined || !uncovered.has(`${payment.symbol} ${payment.exDate}`)) return []
    return toReplayedRow(payment, fund, now) ?? []
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

/** Whether the replayed part of the record is there and by the current method. */
export async function isReplayed(db: Kysely<Database>): Promise<boolean> {
  const versions = await findReplayedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
