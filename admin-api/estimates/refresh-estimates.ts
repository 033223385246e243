import { createHash, randomUUID } from 'node:crypto'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { type EstimateResult, methodVersion } from '../estimator/estimator.ts'
import { type FundStanding, formatStanding, judgeSilence, retryAfter } from '../funds/fund-state.ts'
import { findNewestPriceDay, writeStanding } from '../funds/funds.db.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Close, FundHistory } from '../market-days/types.ts'
import { cleanUpDeclared, findDeclared } from '../payments/declared-payments.db.ts'
import { findCloseSources } from '../payments/fund-facts.db.ts'
import {
  type ClosesOfFunds,
  type FundWithHistory,
  findAllCloses,
  findFundHistories
} from '../payments/fund-histories.db.ts'
import { cleanUpEstimates, settleMarks } from '../payments/manual-entries.db.ts'
import { findRocByFund } from '../payments/return-of-capital.db.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Trx } from '../platform/database/schema.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import {
  type AnnouncedPayment,
  isShownDifferently,
  toEstimateRow,
  type UnestimatedFund,
  withConfirmedDates,
  withDeclared
} from './estimate-row.ts'
import { findEstimates, findExpectations, replaceEstimates } from './estimates.db.ts'
import type { Job } from './job.ts'
import { findMissingPayments, formatMissing } from './missing-payments.ts'
import { type OutlookInput, replaceOutlooks } from './outlooks.db.ts'
import { updateTrackRecord } from './update-track-record.ts'
import { walkAhead, walkFor } from './write-estimates.ts'

type RefreshOptions = {
  now: Date
  queueChange: QueueChange
  /** Whether the transaction has changed, or may have changed, closes of funds, and not only payments. */
  closes?: 'changed' | 'same'
}

/**
 * Recalculates the estimates of all open funds as of the newest price day, closes and reopens funds, updates the track
 * record, and queues the pages of changed figures. Families share parameters, so a payment of one fund may change the
 * estimate of another.
 * @returns the symbols of the changed funds
 */
export async function refreshEstimates(
  trx: Trx,
  { now, queueChange, closes = 'changed' }: RefreshOptions
): Promise<string[]> {
  const asOf = await findNewestPriceDay(trx)
  if (asOf === null) return []
  const { closesOf, sourceOf } = await readCloses(trx, closes)
  const funds = await findFundHistories(trx, closesOf)
  const histories = funds.map((fund) => fund.history)
  const { results: expected, explanations, backtested, outlooks } = walkFor(trx, { histories, asOf })
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
  const changed = after
    .filter((row) => outlooksChanged.has(row.symbol) || isShownDifferently(before.get(row.symbol), row))
    .map((row) => row.symbol)
  if (changed.length > 0) await queueChange(trx, { kind: 'figures', symbols: new Set(changed) }, now)
  if (scored !== null) await queueChange(trx, { kind: 'record', scored }, now)
  return changed
}

/** Reads and calculates the inputs of the next payment change, so that the operator waits only for the change. */
export const prepareRefresh: Job<null, void> = {
  name: 'prepare-refresh',
  turn: 'last',
  run: ({ db }) => db.transaction().setAccessMode('read only').execute(walkStoredHistories)
}

async function walkStoredHistories(trx: Trx): Promise<void> {
  const asOf = await findNewestPriceDay(trx)
  if (asOf === null) return
  const { closesOf } = await readCloses(trx, 'same')
  const funds = await findFundHistories(trx, closesOf)
  walkAhead({ histories: funds.map((fund) => fund.history), asOf })
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

type Closes = { closesOf: ClosesOfFunds; sourceOf: ReadonlyMap<string, string> }

/** Cached closes of a revision, by the database adapter that all transactions share. */
const cachedClosesOf = new WeakMap<object, Closes & { revision: string }>()

/**
 * All closes of funds and their sources. If they haven't changed, returns those that this thread has cached, instead of
 * reading 60,000 rows. The database holds a revision that is unique to every transaction that changes closes.
 */
async function readCloses(trx: Trx, change: 'changed' | 'same'): Promise<Closes> {
  if (change === 'changed') {
    await writeMeta(trx, 'closes-revision', randomUUID())
    return readAllCloses(trx)
  }
  const revision = (await readMeta(trx, 'closes-revision')) ?? ''
  const { adapter } = trx.getExecutor()
  const cached = cachedClosesOf.get(adapter)
  if (cached?.revision === revision) return cached
  const read = { ...(await readAllCloses(trx)), revision }
  cachedClosesOf.set(adapter, read)
  return read
}

async function readAllCloses(trx: Trx): Promise<Closes> {
  return { closesOf: await findAllCloses(trx), sourceOf: await findCloseSources(trx) }
}
