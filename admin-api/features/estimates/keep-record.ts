import type { Kysely, Transaction } from 'kysely'
import { addToRecord, deleteReplayed, findReplayedVersions } from '../../db/estimate-record.db.ts'
import type { Database } from '../../db/schema.ts'
import type { FundHistory } from '../../domain/types.ts'
import { type EstimateResult, methodVersion, replay } from '../../estimator/estimator.ts'
import { toLiveRow, toReplayedRow } from './frozen-rows.ts'
import { scoreEstimates } from './score-estimates.ts'

/**
 * Brings the record up to date with a refresh: replays the past where no replay by this method is stored, scores the
 * payments that have come or were corrected, and freezes the current estimates. One estimate a fund, ex-date and as-of
 * day is frozen: a second refresh on the same day adds none. Returns whether anything was added or scored.
 */
export async function keepRecord(
  trx: Transaction<Database>,
  funds: readonly FundHistory[],
  results: readonly EstimateResult[],
  now: Date
): Promise<boolean> {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  const replayed = (await isReplayed(trx)) ? 0 : await replayAnew(trx, fundOf, now)
  const scored = await scoreEstimates(trx, now)
  const live = results.flatMap((result) => {
    const fund = fundOf.get(result.symbol)
    return (fund && toLiveRow(result, fund, now)) ?? []
  })
  return replayed + scored + (await addToRecord(trx, live)) > 0
}

async function replayAnew(
  trx: Transaction<Database>,
  fundOf: ReadonlyMap<string, FundHistory>,
  now: Date
): Promise<number> {
  await deleteReplayed(trx)
  const rows = replay([...fundOf.values()]).flatMap((payment) => {
    const fund = fundOf.get(payment.symbol)
    return (fund && toReplayedRow(payment, fund, now)) ?? []
  })
  return addToRecord(trx, rows)
}

/** Whether the replayed part of the record is there and by the current method. */
export async function isReplayed(db: Kysely<Database>): Promise<boolean> {
  const versions = await findReplayedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
