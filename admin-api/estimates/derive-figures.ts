import { createHash } from 'node:crypto'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { createWalker, type EstimateResult, methodVersion, type Walk } from '../estimator/estimator.ts'
import { type FundStanding, formatStanding, judgeSilence, retryAfter } from '../funds/fund-state.ts'
import { writeStanding } from '../funds/funds.db.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Close, FundHistory, IsoDay } from '../market-days/types.ts'
import { cleanUpDeclared, findDeclared } from '../payments/declared-payments.db.ts'
import type { FundWithHistory } from '../payments/fund-histories.db.ts'
import { cleanUpEstimates, settleMarks } from '../payments/manual-entries.db.ts'
import { findRocByFund } from '../payments/return-of-capital.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { findChangedFacts, forgetChangedFacts } from './changed-facts.ts'
import {
  type AnnouncedPayment,
  isShownDifferently,
  toEstimateRow,
  type UnestimatedFund,
  withConfirmedDates,
  withDeclared
} from './estimate-row.ts'
import { findEstimates, findExpectations, replaceEstimates } from './estimates.db.ts'
import { type FigureInputs, readInputs } from './figure-inputs.ts'
import type { Job } from './job.ts'
import { findMissingPayments, formatMissing } from './missing-payments.ts'
import { type OutlookInput, replaceOutlooks } from './outlooks.db.ts'
import { updateTrackRecord } from './update-track-record.ts'

export type DeriveParts = { db: Db; now: Date; queueChange: QueueChange }
type WalkFunction = (histories: readonly FundHistory[], asOf: IsoDay) => Walk

/** Other processes may change facts during each walk. */
const maxAttempts = 3

/** Keeps the thread's last walk, because the next change affects only a part of it. */
const walker = createWalker()

/**
 * Derives all figures from facts that changed: estimates, coming payments, states of funds, the track record and its
 * signatures, and the queue of changed pages. They are calculated without a lock and stored in one transaction, unless
 * facts changed meanwhile; then it begins again. Families share parameters, so a payment of one fund may change the
 * estimate of another. Does nothing if all figures are derived.
 * @param walk walkHistory() where nothing of the walk should stay in memory
 * @returns the symbols of funds that are shown differently
 */
export async function deriveFigures(parts: DeriveParts, walk: WalkFunction = walker.walk): Promise<string[]> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    const inputs = await parts.db.transaction().setAccessMode('read only').execute(readInputs)
    if (inputs === null) return []
    const walked = walkInputs(inputs, walk)
    const changed = await writeTransaction(parts.db, async (trx) => {
      const newest = await findChangedFacts(trx)
      return newest?.revision === inputs.changed.revision ? storeFigures(trx, inputs, walked, parts) : null
    })
    if (changed !== null) return changed
  }
  return writeTransaction(parts.db, async (trx) => {
    const inputs = await readInputs(trx)
    return inputs === null ? [] : storeFigures(trx, inputs, walkInputs(inputs, walk), parts)
  })
}

/** Derives figures from facts that changed in any process. */
export const deriveFiguresJob: Job<null, void> = {
  name: 'derive-figures',
  run: async (parts) => {
    await deriveFigures(parts)
  }
}

/** @returns null without any price */
function walkInputs({ histories, asOf }: FigureInputs, walk: WalkFunction): Walk | null {
  if (asOf === null) return null
  const walked = walk(histories, asOf)
  // Calculated at their first call, which must not be in the transaction.
  walked.outlooks()
  return walked
}

/** Stores what follows from the facts of `inputs`. @returns the symbols of funds that are shown differently */
async function storeFigures(
  trx: Trx,
  { changed, funds, histories, asOf, sourceOf }: FigureInputs,
  walk: Walk | null,
  { now, queueChange }: Omit<DeriveParts, 'db'>
): Promise<string[]> {
  await forgetChangedFacts(trx)
  for (const symbol of changed.edited) await queueChange(trx, { kind: 'fund-edited', symbol }, now)
  if (asOf === null || walk === null) return []
  const { results: expected, explanations, backtested, outlooks } = walk
  const paymentsOf = new Map(histories.map(({ symbol, payments }) => [symbol, payments]))
  const results = await withMissingPayments(trx, expected, histories)
  const before = new Map((await findEstimates(trx)).map((row) => [row.symbol, row]))
  const sourceName = (await readMeta(trx, 'market-data')) ?? 'Unknown source'
  const standingOf = await updateStandings(trx, funds, results, now)
  const outcomes = results.map((result): EstimateResult | UnestimatedFund => {
    const standing = standingOf.get(result.symbol)
    if (standing === undefined || standing.state === 'open') return result
    const { symbol, asOf: day } = result
    return { status: standing.state, symbol, asOf: day, message: formatStanding(standing) }
  })
  await cleanUpDeclared(trx)
  const declaredOf = Map.groupBy(await findDeclared(trx), ({ symbol }) => symbol)
  const digestOf = new Map(
    funds.map((fund) => [fund.history.symbol, digestHistory(fund, declaredOf.get(fund.history.symbol) ?? [])])
  )
  const expectationsOf = Map.groupBy(await findExpectations(trx), ({ symbol }) => symbol)
  const after = outcomes.map((outcome) => {
    const row = toEstimateRow(outcome, {
      source_name: sourceOf.get(outcome.symbol) ?? sourceName,
      history_digest: digestOf.get(outcome.symbol) ?? '',
      method_version: methodVersion,
      made_at: now.toISOString()
    })
    const dated = withConfirmedDates(row, expectationsOf.get(row.symbol) ?? [], now)
    return withDeclared(dated, paymentsOf.get(row.symbol) ?? [], declaredOf.get(row.symbol) ?? [])
  })
  const shown = new Set(after.flatMap(({ symbol, status }) => (status === 'estimated' ? [symbol] : [])))
  await replaceEstimates(
    trx,
    after,
    explanations.filter(({ symbol }) => shown.has(symbol))
  )
  const outlookOf = new Map(outlooks().map((outlook) => [outlook.symbol, outlook]))
  const traitsOf = new Map(histories.map(({ symbol, traits }) => [symbol, traits]))
  const inputs = after.map(
    (row): OutlookInput => ({
      row,
      state: standingOf.get(row.symbol)?.state ?? 'open',
      outlook: row.status === 'estimated' ? (outlookOf.get(row.symbol) ?? null) : null,
      traits: traitsOf.get(row.symbol),
      payments: paymentsOf.get(row.symbol) ?? [],
      announced: declaredOf.get(row.symbol) ?? []
    })
  )
  const outlooksChanged = await replaceOutlooks(trx, inputs, asOf)
  await cleanUpEstimates(trx)
  await settleMarks(trx)
  const scored = await updateTrackRecord(trx, histories, { shown: after, backtestAll: backtested }, now)
  const changedSymbols = after
    .filter((row) => outlooksChanged.has(row.symbol) || isShownDifferently(before.get(row.symbol), row))
    .map((row) => row.symbol)
  if (changedSymbols.length > 0)
    await queueChange(trx, { kind: 'figures', symbols: new Set(changedSymbols) }, now)
  if (scored !== null) await queueChange(trx, { kind: 'record', scored }, now)
  return changedSymbols
}

/** Tells funds that seem to have stopped paying from those whose payments are missing here. */
async function withMissingPayments(
  trx: Trx,
  results: readonly EstimateResult[],
  histories: readonly FundHistory[]
): Promise<(EstimateResult | UnestimatedFund)[]> {
  const rocOf = await findRocByFund(trx)
  const historyOf = new Map(histories.map((history) => [history.symbol, history]))
  return results.map((result) => {
    const { status, symbol, asOf } = result
    if (status !== 'inactive') return result
    const notices = rocOf(symbol).notices.flatMap(({ ex_date }) => (ex_date <= asOf ? [ex_date] : []))
    const history = historyOf.get(symbol)
    const missing = findMissingPayments(history?.payments ?? [], notices, history?.closes.at(-1)?.date)
    return missing === null
      ? result
      : { status: 'payments-missing', symbol, asOf, message: formatMissing(symbol, missing) }
  })
}

/** Closes funds without new data for a long time, reopens funds with new data, and logs each change. */
async function updateStandings(
  trx: Trx,
  funds: readonly FundWithHistory[],
  results: readonly (EstimateResult | UnestimatedFund)[],
  now: Date
): Promise<Map<string, FundStanding>> {
  const resultOf = new Map(results.map((result) => [result.symbol, result]))
  const standings = new Map<string, FundStanding>()
  for (const { history, standing } of funds) {
    const { symbol } = history
    const result = resultOf.get(symbol)
    const newState = result === undefined ? null : judgeSilence(standing, history, result)
    if (newState === null) {
      standings.set(symbol, standing)
      continue
    }
    const isOpen = newState.state === 'open'
    const fresh: FundStanding = isOpen
      ? { symbol, state: 'open', state_since: null, state_cause: null }
      : { symbol, state: 'closed', state_since: newState.since, state_cause: 'silent' }
    const ask_again_on = isOpen ? null : retryAfter(toNewYorkTime(now).day)
    await writeStanding(trx, { ...fresh, ask_again_on })
    standings.set(symbol, fresh)
    await writeLog(
      trx,
      {
        level: 'WARNING',
        category: 'SYSTEM',
        action: 'UPDATE',
        symbol,
        message: isOpen ? formatReopening(symbol, result) : formatStanding(fresh),
        metadata: { ...fresh }
      },
      now
    )
  }
  return standings
}

function formatReopening(symbol: string, result: EstimateResult | UnestimatedFund | undefined): string {
  return result?.status === 'payments-missing'
    ? `${symbol} is open again. ${result.message}`
    : `${symbol} is open again: new data has arrived.`
}

/** Cached digests by the closes of a fund, which a change of payments does not affect. */
const digestOfCloses = new WeakMap<readonly Close[], { others: string; digest: string }>()

/** Digest of everything that a fund's pages and data files show; they are rendered again when it changes. */
function digestHistory(
  { history, name, issuer, amountsAsPaid, dayBases, splits }: FundWithHistory,
  declared: readonly AnnouncedPayment[]
): string {
  const { symbol, family, payments, closes } = history
  const paid = payments.map(({ exDate, payDate, amount }, i) => ({
    symbol,
    ex_date: exDate,
    payment_date: payDate,
    amount,
    amount_as_paid: amountsAsPaid[i]
  }))
  const identity = { symbol, family, name, issuer }
  // Absent without announcements, for the same digest as in earlier releases.
  const announced = declared.length === 0 ? [] : [declared]
  const others = JSON.stringify([identity, paid, dayBases, splits, ...announced])
  const cached = digestOfCloses.get(closes)
  if (cached?.others === others) return cached.digest
  // Keys and their order are part of the digest: changing them would render every page once more.
  const digest = createHash('sha256')
    .update(JSON.stringify([identity, paid, closes, dayBases, splits, ...announced]))
    .digest('hex')
  digestOfCloses.set(closes, { others, digest })
  return digest
}
