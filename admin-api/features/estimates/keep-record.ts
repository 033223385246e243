import type { Kysely, Transaction } from 'kysely'
import { addToRecord, deleteReplayed, findReplayedVersions } from '../../db/estimate-record.db.ts'
import type { Database } from '../../db/schema.ts'
import { methodVersion } from '../../estimator/estimate-funds.ts'
import { replay } from '../../estimator/replay.ts'
import type { EstimateResult, FundHistory } from '../../estimator/types.ts'
import { toLiveRow, toReplayedRow } from './frozen-rows.ts'
import { scoreEstimates } from './score-estimates.ts'

/**
 * Keeps the record beside a refresh: scores what has come, freezes what is estimated now, and replays the past
 * where no replay by this method stands. One estimate a fund, ex-date and as-of day is frozen: a second refresh
 * on the same day adds none. Returns whether the record says anything new.
 */
export async function keepRecord(
  trx: Transaction<Database>,
  funds: readonly FundHistory[],
  results: readonly EstimateResult[],
  now: Date
): Promise<boolean> {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  const scored = await scoreEstimates(trx, now)
  const live = results.flatMap((result) => {
    const fund = fundOf.get(result.symbol)
    return (fund && toLiveRow(result, fund, now)) ?? []
  })
  const frozen = await addToRecord(trx, live)
  if (await isReplayed(trx)) return scored + frozen > 0
  await deleteReplayed(trx)
  const replayed = replay(funds).flatMap((payment) => {
    const fund = fundOf.get(payment.symbol)
    return (fund && toReplayedRow(payment, fund, now)) ?? []
  })
  return scored + frozen + (await addToRecord(trx, replayed)) > 0
}

/** Whether the replayed part of the record is there and by the method at hand. */
export async function isReplayed(db: Kysely<Database>): Promise<boolean> {
  const versions = await findReplayedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
