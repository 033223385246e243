import { addDays, daysBetween, formatLongDay } from '../../market-days/days.ts'
import { shortestGap } from '../../market-days/frequency.ts'
import { sessionsBetween } from '../../market-days/market-calendar.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { daysPaidFor, latestPaidDays, withoutResiduals } from '../../market-days/usual-payments.ts'
import { dollars, listOf } from '../../numbers/format-numbers.ts'
import { mean, median } from '../../numbers/statistics.ts'
import { sessionsToConfirm } from './new-closes.ts'
import { type Anomaly, findAnomalies } from './payment-gate.ts'
import { type GateFund, oddRhythm, type Reported, spacingSlackDays } from './payment-rhythm.ts'
import { furthestLevel, levelsOf, spread, timesUsual } from './payment-size.ts'

/** `why`: sentence with the reason for accepting a quarantined payment. */
export type Admission = { symbol: string; payment: Reported; why: string }

/** Name of another source that reports the same payment; null if none does. */
export type Confirmation = (symbol: string, payment: Reported) => string | null

/**
 * Maximum ratio, in yield per day, between payments that confirm each other; the checks quarantine from the same
 * ratio.
 */
const maxRatioInAgreement = 3
/** A fund that paid within this many days counts as a paying member of its family. */
const activeDays = 45
const minFundsOfFamily = 3

/**
 * Quarantined payments (`reported` of each fund) that may be accepted without the operator, oldest first:
 * 1. no longer odd given what has been stored since;
 * 2. confirmed by a second source;
 * 3. an odd day on which most paying funds of the family left their schedule together;
 * 4. an odd size that the source repeats for three sessions; from five times the usual only if the close fell by
 * about as much;
 * 5. an odd day or size when three payments in a row agree in spacing and yield per day.
 * Each accepted payment may support the next one. Zeros, non-trading days and split-like payments are accepted only
 * through a second source.
 * @param funds all families, each fund with its stored and quarantined payments on one share basis
 */
export function findAdmissible(
  funds: readonly GateFund[],
  today: IsoDay,
  confirm: Confirmation = () => null
): Admission[] {
  let state = [...funds]
  const admitted: Admission[] = []
  for (;;) {
    const admissible = state.flatMap((fund) => admitOf(fund, state, today, confirm))
    if (admissible.length === 0) return admitted
    admitted.push(...admissible)
    state = state.map((fund) =>
      accept(
        fund,
        admissible.filter(({ symbol }) => symbol === fund.symbol)
      )
    )
  }
}

/** Payments of one fund accepted for one reason, so that the next pass can build on them. */
function admitOf(
  fund: GateFund,
  funds: readonly GateFund[],
  today: IsoDay,
  confirm: Confirmation
): Admission[] {
  const { symbol } = fund
  const waiting = fund.reported.toSorted((a, b) => daysBetween(b.exDate, a.exDate))
  for (const payment of waiting) {
    const anomalies = findAnomalies(fund, payment, today)
    const other = confirm(symbol, payment)
    const why =
      anomalies.length === 0
        ? 'it fits what has been stored since'
        : other !== null
          ? `${other} reports the same`
          : (leftWithFamily(fund, payment, anomalies, funds) ?? confirmSize(fund, payment, anomalies, today))
    if (why !== null) return [{ symbol, payment, why }]
    const run = findRun(fund, payment, today)
    if (run !== null) {
      const days = run.stream.map(({ exDate }) => exDate)
      const sentence = `it agrees in spacing and yield per day with the others of ${listOf(days.map((day) => formatLongDay(day)))}`
      return run.waiting.map((one) => ({ symbol, payment: one, why: sentence }))
    }
  }
  return []
}

function accept(fund: GateFund, admissions: readonly Admission[]): GateFund {
  if (admissions.length === 0) return fund
  const payments = admissions.map(({ payment }) => ({ ...payment, payDate: payment.exDate }))
  const days = new Set(payments.map(({ exDate }) => exDate))
  return {
    ...fund,
    payments: [...fund.payments, ...payments].sort((a, b) => daysBetween(b.exDate, a.exDate)),
    reported: fund.reported.filter(({ exDate }) => !days.has(exDate))
  }
}

/** Whether most paying funds of a family went ex on this day, off their schedule. */
function leftWithFamily(
  fund: GateFund,
  { exDate }: Reported,
  anomalies: readonly Anomaly[],
  funds: readonly GateFund[]
): string | null {
  if (anomalies.some(({ kind }) => kind !== 'rhythm')) return null
  const before = streamOf(fund).findLast((payment) => payment.exDate < exDate)
  if (before !== undefined && daysBetween(before.exDate, exDate) < shortestGap) return null
  const active = funds.filter((one) => one.family === fund.family && isActive(one, exDate))
  const changed = active.filter(
    (one) => streamOf(one).some((payment) => payment.exDate === exDate) && isOff(one, exDate)
  )
  if (changed.length < minFundsOfFamily || changed.length * 2 <= active.length) return null
  return `${changed.length} of ${active.length} funds of its family left their rhythm on this day`
}

function isActive({ payments, reported }: GateFund, day: IsoDay): boolean {
  const from = addDays(day, -activeDays)
  return [...payments, ...reported].some(({ exDate }) => exDate >= from && exDate <= day)
}

/** Judged by the payments before the day, so that stored payments count like quarantined ones. */
function isOff(fund: GateFund, exDate: IsoDay): boolean {
  const before = fund.payments.filter((payment) => payment.exDate < exDate)
  return oddRhythm({ ...fund, payments: before, reported: [] }, exDate) !== null
}

/**
 * Three consecutive payments that agree, of which the first or the other two are quarantined; null if there are
 * none. They may include payments that are odd only in size or day.
 */
function findRun(
  fund: GateFund,
  payment: Reported,
  today: IsoDay
): { stream: Reported[]; waiting: Reported[] } | null {
  const odd = new Set(fund.reported.filter((one) => !mayAgree(fund, one, today)))
  if (odd.has(payment)) return null
  const stream = streamOf({ ...fund, reported: fund.reported.filter((one) => !odd.has(one)) })
  const at = stream.findIndex(({ exDate }) => exDate === payment.exDate)
  const waits = new Set(fund.reported.map(({ exDate }) => exDate))
  for (const start of [at, at - 1]) {
    const run = start < 0 ? [] : stream.slice(start, start + 3)
    const waiting = run.filter(({ exDate }) => waits.has(exDate))
    const isConfirmed = run.length === 3 && (start === at || waiting.length === 2)
    if (isConfirmed && isOneRhythm(fund, stream, start)) return { stream: run, waiting }
  }
  return null
}

function mayAgree(fund: GateFund, payment: Reported, today: IsoDay): boolean {
  return findAnomalies(fund, payment, today).every(({ kind }) => kind === 'rhythm' || kind === 'size')
}

/** Whether the three payments from `start` agree with each other and are similar in size to the stored ones. */
function isOneRhythm(fund: GateFund, stream: readonly Reported[], start: number): boolean {
  const [a, b, c] = stream.slice(start, start + 3)
  if (a === undefined || b === undefined || c === undefined) return false
  const spacing = daysBetween(a.exDate, b.exDate)
  const next = daysBetween(b.exDate, c.exDate)
  if (spacing < shortestGap || Math.abs(next - spacing) > spacingSlackDays) return false
  const before = stream[start - 1]
  const since = before === undefined ? spacing : daysBetween(before.exDate, a.exDate)
  const usual = latestPaidDays(fund.payments, a.exDate)
  // The first payment of a new schedule covers the days since the last one, or as many as the next ones do.
  return [since, spacing].some((days) => {
    const run = [
      { ...a, days: daysPaidFor(days) },
      { ...b, days: daysPaidFor(spacing) },
      { ...c, days: daysPaidFor(next) }
    ]
    const levels = levelsOf(fund, [...run, ...usual])
    const [own, known] = [levels.slice(0, run.length), levels.slice(run.length)]
    if (spread(own) >= maxRatioInAgreement) return false
    return known.length === 0 || own.every((level) => spread([level, median(known)]) < furthestLevel)
  })
}

/** Regular payments of a fund, stored and quarantined, ascending. */
function streamOf({ payments, reported }: GateFund): Reported[] {
  return withoutResiduals([...payments, ...reported].toSorted((a, b) => daysBetween(b.exDate, a.exDate)))
}

/** A month of sessions, to measure how much the close usually moves. */
const sessionsCompared = 20
/** Multiple of the usual daily move; one close in a hundred falls by as much. */
const minFallInUsualMoves = 4
/** Between the payment and the fall of the close. */
const maxRatioOfFall = 1.25

/**
 * Evidence for a single payment whose only problem is its size. Sources correct errors within days, so a payment
 * repeated for three sessions is right. From five times the usual, where it may be a shifted decimal point, the
 * close of the ex-date must confirm it, too.
 * @returns the end of a sentence, or null without evidence
 */
function confirmSize(
  fund: GateFund,
  payment: Reported,
  anomalies: readonly Anomaly[],
  today: IsoDay
): string | null {
  const { unchangedSince } = payment
  const ratio = timesUsual(fund, payment)
  if (anomalies.some(({ kind }) => kind !== 'size') || unchangedSince === undefined || ratio === null)
    return null
  if (sessionsBetween(unchangedSince, today) < sessionsToConfirm) return null
  const repeated = `it has been reported the same since ${formatLongDay(unchangedSince)}`
  if (spread([ratio, 1]) < furthestLevel) return repeated
  const fall = findFall(fund, payment)
  return fall === null
    ? null
    : `${repeated}, and the close fell by ${dollars(fall)} on that day, about the amount paid`
}

/**
 * Fall of the close on the ex-date in dollars, other payments added back, if it is about as large as the payment and
 * far beyond the usual daily move; otherwise null.
 */
function findFall({ payments, closes }: GateFund, { exDate, amount }: Reported): number | null {
  const at = closes.findIndex(({ date }) => date === exDate)
  const [before, on] = [closes[at - 1], closes[at]]
  if (before === undefined || on === undefined || at <= sessionsCompared) return null
  const paidOn = new Map(payments.map((payment) => [payment.exDate, payment.amount]))
  const usual = mean(
    closes.slice(at - sessionsCompared, at).map(({ date, close }, i) => {
      const previous = closes[at - sessionsCompared + i - 1] ?? before
      return Math.log((close + (paidOn.get(date) ?? 0)) / previous.close) ** 2
    })
  )
  const fall = before.close - on.close
  const isClear = Math.log(before.close / on.close) > minFallInUsualMoves * Math.sqrt(usual)
  return isClear && spread([fall, amount]) < maxRatioOfFall ? fall : null
}
