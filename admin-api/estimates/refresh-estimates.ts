import type { Transaction } from 'kysely'
import { findDeclared, sweepDeclared } from '../payments/declared-payments.db.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import { sweepEstimates } from '../payments/manual-entries.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { spellStanding } from '../funds/fund-state.ts'
import { type EstimateResult, methodVersion, walkHistory } from '../estimator/estimator.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { withConfirmedDates } from './confirmed-dates.ts'
import { withDeclared } from './declared-payment.ts'
import { isShownDifferently, type NotFollowed, toEstimateRow } from './estimate-row.ts'
import { findEstimates, findExpectations, replaceEstimates } from './estimates.db.ts'
import { digestHistory } from './history-digest.ts'
import { judgeStandings } from './judge-standings.ts'
import { keepRecord } from './keep-record.ts'

/**
 * Estimates every open fund anew as of the newest price day, closes and reopens funds as the facts have it, freezes and scores, and reports the funds whose figures are
 * others now, and whether the record grew. Families share what they learn, so one fund's payment may move another
 * fund's estimate.
 * @returns the symbols of the changed funds.
 */
export async function refreshEstimates(
  trx: Transaction<Database>,
  { now, queueChange }: { now: Date; queueChange: QueueChange }
): Promise<string[]> {
  const asOf = await findNewestPriceDay(trx)
  if (asOf === null) return []
  const source_name = (await readMeta(trx, 'market-data')) ?? 'Unknown source'
  const funds = await findFundHistories(trx)
  const digestOf = new Map(funds.map((fund) => [fund.history.symbol, digestHistory(fund)]))
  const before = new Map((await findEstimates(trx)).map((row) => [row.symbol, row]))
  const histories = funds.map((fund) => fund.history)
  const { results, explanations, replayed } = walkHistory(histories, asOf)
  const standingOf = await judgeStandings(trx, funds, results, now)
  const answers = results.map((result): EstimateResult | NotFollowed => {
    const standing = standingOf.get(result.symbol)
    if (standing === undefined || standing.state === 'open') return result
    const { symbol, asOf: day } = result
    return { status: standing.state, symbol, asOf: day, message: spellStanding(standing) }
  })
  await sweepDeclared(trx)
  const declaredOf = Map.groupBy(await findDeclared(trx), ({ symbol }) => symbol)
  const expectationsOf = Map.groupBy(await findExpectations(trx), ({ symbol }) => symbol)
  const after = answers.map((answer) => {
    const row = toEstimateRow(answer, {
      source_name,
      history_digest: digestOf.get(answer.symbol) ?? '',
      method_version: methodVersion,
      made_at: now.toISOString()
    })
    const dated = withConfirmedDates(row, expectationsOf.get(row.symbol) ?? [], now)
    return withDeclared(dated, declaredOf.get(row.symbol) ?? [])
  })
  const shown = new Set(after.flatMap(({ symbol, status }) => (status === 'estimated' ? [symbol] : [])))
  await replaceEstimates(
    trx,
    after,
    explanations.filter(({ symbol }) => shown.has(symbol))
  )
  await sweepEstimates(trx)
  const scored = await keepRecord(
    trx,
    histories,
    { results: answers.filter(isOfEstimator), replay: replayed },
    now
  )
  const changed = after
    .filter((row) => isShownDifferently(before.get(row.symbol), row))
    .map((row) => row.symbol)
  if (changed.length > 0) await queueChange(trx, { kind: 'figures', symbols: new Set(changed) }, now)
  if (scored !== null) await queueChange(trx, { kind: 'record', scored }, now)
  return changed
}

function isOfEstimator(answer: EstimateResult | NotFollowed): answer is EstimateResult {
  return answer.status !== 'closed' && answer.status !== 'retired'
}
