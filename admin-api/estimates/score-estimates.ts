import type { Transaction } from 'kysely'
import { findScorable, type Score, writeScore } from './estimate-record.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { accuracyScore } from '../payments/accuracy-score.ts'
import { basisRatio } from '../payments/basis-ratio.ts'
import { findNearestTo, isWithinShift } from '../payments/expected-payment.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import { isBeforeSession } from '../market-days/session-open.ts'
import type { ScoredPayment } from '../publishing/page-kind.ts'
import { type Correction, logCorrections } from './log-corrections.ts'

type Scorable = Awaited<ReturnType<typeof findScorable>>[number]
type Candidate = { exDate: string; amount: number }

const noScore = { paid_ex_date: null, paid_amount: null, actual: null, accuracy_score: null, scored_at: null }

/**
 * Brings every score to what its payment is now. An estimate is scored when the payment it was for has become known:
 * the nearest one to its ex-date. Where that payment was corrected, moved or deleted since, the estimate is scored
 * anew or not at all, with the day of it and a line in the operator's log; a split is no correction.
 * @returns the payments of the scores that changed, as they were and as they are
 */
export async function scoreEstimates(trx: Transaction<Database>, now: Date): Promise<ScoredPayment[]> {
  const today = toNewYorkTime(now).day
  const corrections: Correction[] = []
  const changed: ScoredPayment[] = []
  for (const rows of groupByEstimate(await findScorable(trx))) {
    const [estimate] = rows
    if (estimate === undefined) continue
    const payment = findPayment(estimate, rows)
    if (payment === undefined && estimate.actual === null) continue
    const isFirst = estimate.actual === null && estimate.corrected_on === null
    await writeScore(trx, estimate, {
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
  await logCorrections(trx, corrections, now)
  return changed
}

function groupByEstimate(rows: readonly Scorable[]): Scorable[][] {
  return [...Map.groupBy(rows, (row) => `${row.symbol} ${row.ex_date} ${row.origin} ${row.as_of}`).values()]
}

/** The payment it is scored by already, whatever its amount is now, else the nearest that may be the expected one. */
function findPayment(estimate: Scorable, rows: readonly Scorable[]): Candidate | undefined {
  const payments = rows.flatMap(
    ({ candidate_ex_date: exDate, candidate_amount: amount, last_expected: lastExpected }) =>
      exDate === null || amount === null || !isForecast(estimate, exDate)
        ? []
        : [{ exDate, amount, lastExpected }]
  )
  return (
    payments.find(({ exDate }) => exDate === estimate.paid_ex_date) ??
    findNearestTo(
      estimate.ex_date,
      payments.filter((payment) => isStillExpected(estimate, payment)),
      ({ exDate }) => exDate
    )
  )
}

/**
 * Whether a visitor could still read, when the payment was made, that it was expected. A payment that came early moves
 * the next one of a fund: what was said before of that day is then no estimate of what comes on it.
 */
function isStillExpected(
  { origin }: Scorable,
  { exDate, lastExpected }: { exDate: string; lastExpected: string | null }
): boolean {
  return origin === 'replayed' || lastExpected === null || isWithinShift(lastExpected, exDate)
}

/** A live estimate that was stored after the session of its payment's ex-date had opened was none. */
function isForecast({ origin, made_at }: Scorable, exDate: string): boolean {
  return origin === 'replayed' || isBeforeSession(new Date(made_at), exDate)
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
