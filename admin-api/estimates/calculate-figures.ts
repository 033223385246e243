import { createHash } from 'node:crypto'
import { type EstimateResult, type Explanation, methodVersion, type Walk } from '../estimator/estimator.ts'
import { type FundStanding, formatStanding, judgeSilence } from '../funds/fund-state.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { FundWithHistory } from '../payments/fund-histories.db.ts'
import { calculateOutlooks, type OutlookInput } from './calculate-outlooks.ts'
import {
  type AnnouncedPayment,
  type EstimateRow,
  isShownDifferently,
  toEstimateRow,
  type UnestimatedFund,
  withConfirmedDates,
  withDeclared
} from './estimate-row.ts'
import type { FigureInputs } from './figure-inputs.ts'
import { findMissingPayments, formatMissing } from './missing-payments.ts'
import type { OutlookChanges } from './outlooks.db.ts'
import { calculateRecord, type RecordChanges } from './update-track-record.ts'

/** All figures that follow from facts of one revision. */
export type Figures = {
  standings: readonly StandingChange[]
  /** One per fund. */
  estimates: readonly EstimateRow[]
  /** One per fund with an estimate. */
  explanations: readonly Explanation[]
  outlooks: OutlookChanges
  record: RecordChanges
  /** Symbols of funds that are shown differently. */
  changed: readonly string[]
}

/** A fund that closes or opens again, with the line for the log. */
export type StandingChange = { standing: FundStanding; message: string }

/** Calculates all figures without database or clock, so that the transaction that stores them only writes. */
export function calculateFigures(inputs: FigureInputs, walk: Walk, asOf: IsoDay, now: Date): Figures {
  const { funds, histories, sourceOf, sourceName } = inputs
  const results = withMissingPayments(walk.results, inputs)
  const { standingOf, changes: standings } = judgeStandings(funds, results)
  const paymentsOf = new Map(histories.map(({ symbol, payments }) => [symbol, payments]))
  const declaredOf = Map.groupBy(inputs.declared, ({ symbol }) => symbol)
  const expectationsOf = Map.groupBy(inputs.expectations, ({ symbol }) => symbol)
  const digestOf = new Map(
    funds.map((fund) => [fund.history.symbol, digestHistory(fund, declaredOf.get(fund.history.symbol) ?? [])])
  )
  const estimates = results.map((result): EstimateRow => {
    const { symbol } = result
    const row = toEstimateRow(inState(result, standingOf.get(symbol)), {
      source_name: sourceOf.get(symbol) ?? sourceName,
      history_digest: digestOf.get(symbol) ?? '',
      method_version: methodVersion,
      made_at: now.toISOString()
    })
    const dated = withConfirmedDates(row, expectationsOf.get(symbol) ?? [], now)
    return withDeclared(dated, paymentsOf.get(symbol) ?? [], declaredOf.get(symbol) ?? [])
  })
  const estimated = new Set(
    estimates.flatMap(({ symbol, status }) => (status === 'estimated' ? [symbol] : []))
  )
  const outlookOf = new Map(walk.outlooks().map((outlook) => [outlook.symbol, outlook]))
  const traitsOf = new Map(histories.map(({ symbol, traits }) => [symbol, traits]))
  const outlookInputs = estimates.map(
    (row): OutlookInput => ({
      row,
      state: standingOf.get(row.symbol)?.state ?? 'open',
      outlook: estimated.has(row.symbol) ? (outlookOf.get(row.symbol) ?? null) : null,
      traits: traitsOf.get(row.symbol),
      payments: paymentsOf.get(row.symbol) ?? [],
      announced: declaredOf.get(row.symbol) ?? []
    })
  )
  const outlooks = calculateOutlooks(outlookInputs, asOf, inputs.outlookBases)
  const outlookChanged = new Set(outlooks.rows.map(({ symbol }) => symbol))
  const before = new Map(inputs.estimates.map((row) => [row.symbol, row]))
  const isChanged = (row: EstimateRow) =>
    outlookChanged.has(row.symbol) || isShownDifferently(before.get(row.symbol), row)
  return {
    standings,
    estimates,
    explanations: walk.explanations.filter(({ symbol }) => estimated.has(symbol)),
    outlooks,
    record: calculateRecord(
      inputs.record,
      histories,
      { shown: estimates, backtestAll: walk.backtested },
      now
    ),
    changed: estimates.filter(isChanged).map(({ symbol }) => symbol)
  }
}

/** Tells funds that seem to have stopped paying from those whose payments are missing here. */
function withMissingPayments(
  results: readonly EstimateResult[],
  { histories, noticesOf }: FigureInputs
): (EstimateResult | UnestimatedFund)[] {
  const historyOf = new Map(histories.map((history) => [history.symbol, history]))
  return results.map((result) => {
    const { status, symbol, asOf } = result
    if (status !== 'inactive') return result
    const notices = noticesOf(symbol).filter((exDate) => exDate <= asOf)
    const history = historyOf.get(symbol)
    const missing = findMissingPayments(history?.payments ?? [], notices, history?.closes.at(-1)?.date)
    return missing === null
      ? result
      : { status: 'payments-missing', symbol, asOf, message: formatMissing(symbol, missing) }
  })
}

/** Closes funds without new data for a long time and reopens funds with new data. */
function judgeStandings(
  funds: readonly FundWithHistory[],
  results: readonly (EstimateResult | UnestimatedFund)[]
): { standingOf: ReadonlyMap<string, FundStanding>; changes: StandingChange[] } {
  const resultOf = new Map(results.map((result) => [result.symbol, result]))
  const standingOf = new Map<string, FundStanding>()
  const changes: StandingChange[] = []
  for (const { history, standing: before } of funds) {
    const { symbol } = history
    const result = resultOf.get(symbol)
    const newState = result === undefined ? null : judgeSilence(before, history, result)
    if (newState === null) {
      standingOf.set(symbol, before)
      continue
    }
    const isOpen = newState.state === 'open'
    const standing: FundStanding = isOpen
      ? { symbol, state: 'open', state_since: null, state_cause: null }
      : { symbol, state: 'closed', state_since: newState.since, state_cause: 'silent' }
    standingOf.set(symbol, standing)
    changes.push({ standing, message: isOpen ? formatReopening(symbol, result) : formatStanding(standing) })
  }
  return { standingOf, changes }
}

/** The result of a fund in its state: one that isn't open has no estimate. */
function inState(
  result: EstimateResult | UnestimatedFund,
  standing: FundStanding | undefined
): EstimateResult | UnestimatedFund {
  if (standing === undefined || standing.state === 'open') return result
  const { symbol, asOf } = result
  return { status: standing.state, symbol, asOf, message: formatStanding(standing) }
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
