import { createHash } from 'node:crypto'
import { type BacktestedPayment, methodVersion } from '../estimator/estimator.ts'
import { compareText } from '../market-days/days.ts'
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
  findUncovered,
  type PaymentKey,
  type RecordRow
} from './estimate-record.db.ts'
import { differs, type EstimateRow } from './estimate-row.ts'
import { toBacktestedRow, toLiveRow } from './frozen-rows.ts'
import { findScoreChanges, type ScoreChanges, storeScores } from './score-estimates.ts'
import { prepareSigning, signEstimates } from './sign-estimates.ts'

/** Stored rows that an update of the track record depends on, read before its transaction. */
export type RecordInputs = {
  /** Whether the backtested part exists and is by the current method. */
  isBacktested: boolean
  scores: ScoreChanges
  newestLive: ReadonlyMap<string, readonly RecordRow[]>
  /** Payments without an estimate, before the changed scores are stored. */
  uncovered: readonly PaymentKey[]
  /** Digest of the payments that were without an estimate after the last backtest. */
  backtestedWithout: string | null
  /** Number of the newest signature; another one means that the record has changed. */
  signature: number
}

export async function readRecordInputs(db: Db, now: Date): Promise<RecordInputs> {
  // First, so that an estimate signed while the rest is read has another number.
  const signature = await prepareSigning(db, now)
  const keepsBacktested = await isBacktested(db)
  return {
    isBacktested: keepsBacktested,
    scores: await findScoreChanges(db, now, { keepsBacktested }),
    newestLive: Map.groupBy(await findNewestLive(db), ({ symbol }) => symbol),
    uncovered: await findUncovered(db),
    backtestedWithout: await readMeta(db, 'payments-replayed'),
    signature
  }
}

/** The track record's part of new figures. */
export type RecordChanges = Pick<RecordInputs, 'isBacktested' | 'scores' | 'backtestedWithout'> & {
  /** Estimates to freeze. */
  live: readonly FrozenEstimate[]
  /** Payments without an estimate once scores are stored, but for funds of `lost`. */
  uncovered: readonly PaymentKey[]
  /** Funds of which a payment may have lost its estimate. */
  lost: ReadonlySet<string>
  /** Backtested estimates of payments that may be uncovered. */
  backtested: readonly FrozenEstimate[]
}

/** @param shown the new estimates of all funds */
export function calculateRecord(
  { isBacktested: keepsBacktested, scores, newestLive, uncovered, backtestedWithout }: RecordInputs,
  funds: readonly FundHistory[],
  { shown, backtestAll }: { shown: readonly EstimateRow[]; backtestAll: () => readonly BacktestedPayment[] },
  now: Date
): RecordChanges {
  const fundOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  const live = shown.flatMap((estimate) => {
    const fund = fundOf.get(estimate.symbol)
    const row = fund && toLiveRow(estimate, fund, now)
    const last = lastFrozen(newestLive.get(estimate.symbol) ?? [])
    return !row || (last && !differs<FrozenEstimate>(last, row, ['made_at']))
      ? []
      : { ...row, version: (last?.version ?? 0) + 1 }
  })
  const covered = new Set(
    scores.scores.map(({ estimate, paid_ex_date }) => `${estimate.symbol} ${paid_ex_date}`)
  )
  const dropped = [
    ...scores.deleted,
    ...scores.scores.flatMap(({ estimate: { symbol, paid_ex_date: exDate }, paid_ex_date }) =>
      exDate === null || exDate === paid_ex_date ? [] : [{ symbol, exDate }]
    )
  ]
  const stillUncovered = uncovered.filter((payment) => !covered.has(keyOf(payment)))
  const candidates = new Set([...stillUncovered, ...dropped].map(keyOf))
  const isNeeded = !keepsBacktested || dropped.length > 0 || digest(stillUncovered) !== backtestedWithout
  const backtested = !isNeeded
    ? []
    : backtestAll().flatMap((payment) => {
        const fund = fundOf.get(payment.symbol)
        if (fund === undefined || (keepsBacktested && !candidates.has(keyOf(payment)))) return []
        return toBacktestedRow(payment, fund, now) ?? []
      })
  const lost = new Set(dropped.map(({ symbol }) => symbol))
  return {
    isBacktested: keepsBacktested,
    scores,
    backtestedWithout,
    live,
    uncovered: stillUncovered,
    lost,
    backtested
  }
}

/**
 * Stores the changes of the track record: removes backtested estimates of another method, scores new and corrected
 * payments, adds backtested estimates for payments without any, and freezes the shown estimates that differ from the last
 * frozen ones of their funds, however often that happens on a day. Everything new is signed.
 * @returns the payments whose estimates were added or scored again; null if there are none
 */
export async function storeRecord(
  trx: Trx,
  changes: RecordChanges,
  now: Date
): Promise<ScoredPayment[] | null> {
  if (!changes.isBacktested) await deleteBacktested(trx)
  await storeScores(trx, changes.scores, now)
  const backtested = await storeBacktested(trx, changes)
  const added = await addToRecord(trx, changes.live)
  await signEstimates(trx, now)
  const scored = changes.scores.changed
  return added > 0 || backtested.length > 0 || scored.length > 0 ? [...scored, ...backtested] : null
}

/**
 * Adds backtested estimates for payments without one: on a new database all payments, later those that were collected
 * late. Some can never be estimated: a digest of these avoids trying again until the set changes.
 */
async function storeBacktested(trx: Trx, changes: RecordChanges): Promise<ScoredPayment[]> {
  const uncovered = await findStillUncovered(trx, changes)
  if (digest(uncovered) === changes.backtestedWithout) return []
  const keys = new Set(uncovered.map(keyOf))
  const rows = changes.backtested.filter(({ symbol, ex_date: exDate }) => keys.has(keyOf({ symbol, exDate })))
  await addToRecord(trx, rows)
  await writeMeta(trx, 'payments-replayed', digest(await findUncovered(trx)))
  return rows.map(({ symbol, ex_date: exDate }) => ({ symbol, exDate }))
}

/** By symbol and ex-date, as they are listed by findUncovered(), which takes longer for all funds. */
async function findStillUncovered(
  trx: Trx,
  { isBacktested: keepsBacktested, uncovered, lost }: RecordChanges
): Promise<readonly PaymentKey[]> {
  if (!keepsBacktested) return findUncovered(trx)
  if (lost.size === 0) return uncovered
  const others = uncovered.filter(({ symbol }) => !lost.has(symbol))
  return [...others, ...(await findUncovered(trx, [...lost]))].sort((a, b) => compareText(keyOf(a), keyOf(b)))
}

function keyOf({ symbol, exDate }: PaymentKey): string {
  return `${symbol} ${exDate}`
}

function digest(payments: readonly PaymentKey[]): string {
  return createHash('sha256')
    .update([methodVersion, ...payments.map(keyOf)].join('\n'))
    .digest('hex')
}

/** Whether the backtested part of the record exists and is by the current method. */
export async function isBacktested(db: Db): Promise<boolean> {
  const versions = await findBacktestedVersions(db)
  return versions.length === 1 && versions[0] === methodVersion
}
