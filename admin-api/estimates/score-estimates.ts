import { writeLog } from '../admin-log/admin-log.db.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { withKinds } from '../market-days/usual-payments.ts'
import { countOf, dollars } from '../numbers/format-numbers.ts'
import { findNearestTo, isWithinShift } from '../payments/expected-payment.ts'
import { accuracyScore } from '../payments/payment-row.ts'
import { findPaymentsByFund } from '../payments/payments.db.ts'
import { basisRatio } from '../payments/share-basis.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import type { ScoredPayment } from '../publishing/page-kind.ts'
import { isForecast, lastFrozen } from '../signed-record/counted-estimates.ts'
import {
  deleteBacktestedOf,
  findExpectedDays,
  findScorable,
  type PaymentKey,
  type RecordKey,
  type RecordRow,
  type Score,
  writeScore
} from './estimate-record.db.ts'

type Scorable = Awaited<ReturnType<typeof findScorable>>[number]
type Candidate = { exDate: string; amount: number }
/** Live estimates of the fund with the ex-dates that they expected. */
type Expected = Awaited<ReturnType<typeof findExpectedDays>>

const noCandidate = { candidate_ex_date: null, candidate_amount: null }
const noScore = { paid_ex_date: null, paid_amount: null, actual: null, accuracy_score: null, scored_at: null }

/** New score of an estimate. */
type ChangedScore = Score & { estimate: RecordKey & Pick<RecordRow, 'paid_ex_date'> }

/** Changes of scores that follow from stored payments. */
export type ScoreChanges = {
  /** Payments whose backtested estimates are deleted, because they are additional. */
  deleted: readonly PaymentKey[]
  scores: readonly ChangedScore[]
  corrections: readonly Correction[]
  /** The payments of changed scores, before and after. */
  changed: readonly ScoredPayment[]
}

/**
 * Finds the scores that change. An estimate is scored once its payment is known: the regular one nearest to its
 * ex-date. If that payment was corrected, moved or deleted since, the score is updated or removed, with the day and a line in the
 * operator's log; a split is not a correction.
 * @param keepsBacktested false if the backtested estimates are about to be deleted
 */
export async function findScoreChanges(
  db: Db,
  now: Date,
  { keepsBacktested }: { keepsBacktested: boolean }
): Promise<ScoreChanges> {
  const today = toNewYorkTime(now).day
  const corrections: Correction[] = []
  const changed: ScoredPayment[] = []
  const deleted = new Map<string, PaymentKey>()
  const scores: ChangedScore[] = []
  const paymentsOf = await findPaymentsByFund(db)
  const additional = [...paymentsOf].flatMap(([symbol, payments]) =>
    withKinds(payments).flatMap(({ kind, exDate }) => (kind === 'regular' ? [] : [{ symbol, exDate }]))
  )
  const additionalDays = new Set(additional.map(({ symbol, exDate }) => `${symbol} ${exDate}`))
  const isByAdditional = ({ symbol, actual, paid_ex_date }: Scorable) =>
    actual !== null && additionalDays.has(`${symbol} ${paid_ex_date}`)
  const scorable = (await findScorable(db, additional)).flatMap((row) => {
    if (row.origin === 'replayed' && !keepsBacktested) return []
    if (row.origin === 'replayed' && isByAdditional(row)) {
      const exDate = row.paid_ex_date ?? row.ex_date
      deleted.set(`${row.symbol} ${exDate}`, { symbol: row.symbol, exDate })
      return []
    }
    return additionalDays.has(`${row.symbol} ${row.candidate_ex_date}`) ? { ...row, ...noCandidate } : row
  })
  const awaited = new Set(scorable.filter(isNearCandidate).map(({ symbol }) => symbol))
  const expectedOf = Map.groupBy(await findExpectedDays(db, awaited), ({ symbol }) => symbol)
  for (const rows of groupByEstimate(scorable)) {
    const [estimate] = rows
    if (estimate === undefined) continue
    const payment = findPayment(estimate, rows, expectedOf.get(estimate.symbol) ?? [])
    if (payment === undefined && estimate.actual === null) continue
    // A score by an additional payment stays until the regular one next to it is known.
    if (isByAdditional(estimate) && !(payment && isWithinShift(payment.exDate, estimate.paid_ex_date ?? '')))
      continue
    const isFirst = estimate.actual === null && estimate.corrected_on === null
    scores.push({
      estimate,
      ...(payment === undefined ? noScore : toScore(estimate, payment, now)),
      corrected_on: isFirst ? null : today
    })
    if (!isFirst) corrections.push({ symbol: estimate.symbol, from: paidOf(estimate), to: payment ?? null })
    const { symbol } = estimate
    for (const exDate of new Set([
      estimate.paid_ex_date ?? estimate.ex_date,
      payment?.exDate ?? estimate.ex_date
    ]))
      changed.push({ symbol, exDate })
  }
  return { deleted: [...deleted.values()], scores, corrections, changed }
}

export async function storeScores(
  trx: Trx,
  { deleted, scores, corrections }: ScoreChanges,
  now: Date
): Promise<void> {
  await deleteBacktestedOf(trx, deleted)
  for (const { estimate, ...score } of scores) await writeScore(trx, estimate, score)
  await logCorrections(trx, corrections, now)
}

function groupByEstimate(rows: readonly Scorable[]): Scorable[][] {
  const keyOf = ({ symbol, ex_date, origin, as_of, version }: Scorable) =>
    `${symbol} ${ex_date} ${origin} ${as_of} ${version}`
  return [...Map.groupBy(rows, keyOf).values()]
}

function isNearCandidate({ origin, ex_date, candidate_ex_date: exDate }: Scorable): boolean {
  return origin === 'live' && exDate !== null && isWithinShift(ex_date, exDate)
}

/** Returns the payment that the estimate is already scored by, else the nearest one that may be the expected payment. */
function findPayment(
  estimate: Scorable,
  rows: readonly Scorable[],
  expected: Expected
): Candidate | undefined {
  const payments = rows.flatMap(({ candidate_ex_date: exDate, candidate_amount: amount }) =>
    exDate === null || amount === null || !isForecast(estimate, exDate) ? [] : [{ exDate, amount }]
  )
  return (
    payments.find(({ exDate }) => exDate === estimate.paid_ex_date) ??
    findNearestTo(
      estimate.ex_date,
      payments.filter(
        ({ exDate }) =>
          isWithinShift(exDate, estimate.ex_date) &&
          (estimate.origin === 'replayed' || isStillExpected(exDate, expected))
      ),
      ({ exDate }) => exDate
    )
  )
}

/**
 * Whether a payment was still expected around this day when its session opened. An early payment moves the next one, so
 * that earlier estimates for that day are not estimates of it.
 */
function isStillExpected(exDate: string, expected: Expected): boolean {
  const last = lastFrozen(expected.filter((estimate) => isForecast(estimate, exDate)))
  return last !== undefined && isWithinShift(last.ex_date, exDate)
}

function toScore(estimate: Scorable, { exDate, amount }: Candidate, now: Date): Omit<Score, 'corrected_on'> {
  const actual = amount / basisRatio(estimate)
  return {
    paid_ex_date: exDate,
    paid_amount: amount,
    actual,
    accuracy_score: accuracyScore(estimate.amount, actual),
    scored_at: now.toISOString()
  }
}

function paidOf({ ex_date, paid_ex_date, paid_amount }: Scorable): Correction['from'] {
  return { exDate: paid_ex_date ?? ex_date, amount: paid_amount }
}

/** The payments that an estimate was scored by before and after; amounts on today's share basis. */
type Correction = {
  symbol: string
  /** The amount is null if the payment was missing. */
  from: { exDate: string; amount: number | null }
  /** Null if the payment no longer exists. */
  to: { exDate: string; amount: number } | null
}

/** A restored backup may correct thousands; the rest is only counted. */
const maxLines = 50

/** Writes one log line for each corrected payment, however many estimates were made for it. */
async function logCorrections(trx: Trx, corrections: readonly Correction[], now: Date): Promise<void> {
  const logFields = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'UPDATE' } as const
  const payments = [...Map.groupBy(corrections, (correction) => JSON.stringify(correction)).values()]
  for (const same of payments.slice(0, maxLines)) {
    const [correction] = same
    if (correction === undefined) continue
    const { symbol, from, to } = correction
    const message = `${formatCorrection(correction)}: ${consequence(same.length, to !== null)}.`
    const metadata = { from, to, estimates: same.length }
    await writeLog(trx, { ...logFields, symbol, entityId: from.exDate, message, metadata }, now)
  }
  const rest = payments.length - maxLines
  if (rest <= 0) return
  const message = `${rest} more payments of the record were corrected; /accuracy shows the days.`
  await writeLog(trx, { ...logFields, message, metadata: { payments: rest } }, now)
}

function formatCorrection({ symbol, from, to }: Correction): string {
  const which = `The payment of ${symbol} with ex-date ${from.exDate}`
  const was = from.amount === null ? '' : `, ${dollars(from.amount)},`
  if (to === null) return `${which}${was} is no longer in the history`
  if (from.amount === null) return `${which} is ${dollars(to.amount)} now, and was missing`
  const isMoved = to.exDate !== from.exDate
  if (isMoved && to.amount === from.amount) return `${which}${was} has the ex-date ${to.exDate} now`
  const day = isMoved ? ` with the ex-date ${to.exDate}` : ''
  return `${which} is ${dollars(to.amount)}${day} now, not ${dollars(from.amount)}`
}

function consequence(count: number, isScored: boolean): string {
  const verb = isScored
    ? `${count === 1 ? 'is' : 'are'} scored again`
    : `${count === 1 ? 'has' : 'have'} no score now`
  return `${countOf(count, 'estimate')} of the record ${verb}`
}
