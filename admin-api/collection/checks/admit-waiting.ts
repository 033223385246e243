import { median } from '../../numbers/averages.ts'
import { daysPaidFor, latestPaidDays } from '../../market-days/paid-days.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { shortestGap } from '../../market-days/cadence.ts'
import { addDays, daysBetween } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { confirmSize } from './confirm-size.ts'
import type { GateFund, Reported } from './gate-fund.ts'
import { type Anomaly, findAnomalies } from './payment-gate.ts'
import { oddRhythm, spacingSlackDays } from './payment-rhythm.ts'
import { furthestLevel, levelsOf, spread } from './payment-size.ts'

/** The sentence says on what ground a payment that waited is let in. */
export type Admission = { symbol: string; payment: Reported; why: string }

/** Who else reports a payment as it waits, by name; null where nobody does or it says something else. */
export type Confirmation = (symbol: string, payment: Reported) => string | null

/** In yield a day, between payments that confirm each other; the gate holds from as much. */
const agreement = 3
/** A fund that paid within so many days before counts as one of its family that still pays. */
const activeDays = 45
const fewestOfFamily = 3

/**
 * Which of the payments that wait (`reported` of each fund) may be let in without the operator, oldest first:
 * 1. what is not odd any more beside what has been stored since;
 * 2. what a second source reports as well;
 * 3. an odd day, on which most of a family's paying funds left their rhythm together;
 * 4. an odd size that the source repeats for three sessions, from five times on where the close fell by as much too;
 * 5. an odd day or size, where three payments in a row agree in spacing and yield a day.
 * Each one let in may be what the next one is judged by. Zeros, days without trading and what looks like a split are
 * let in by a second source alone.
 * @param funds of all families, each with all that is stored and all that waits of it, on one share basis
 */
export function findAdmissible(
  funds: readonly GateFund[],
  today: IsoDay,
  confirm: Confirmation = () => null
): Admission[] {
  let state = [...funds]
  const admitted: Admission[] = []
  for (;;) {
    const found = state.flatMap((fund) => admitOf(fund, state, today, confirm))
    if (found.length === 0) return admitted
    admitted.push(...found)
    state = state.map((fund) =>
      letIn(
        fund,
        found.filter(({ symbol }) => symbol === fund.symbol)
      )
    )
  }
}

/** The payments of one fund that are let in on one ground, so that the next look stands on them. */
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
      const sentence = `it agrees in spacing and yield a day with the others of ${days.slice(0, -1).join(', ')} and ${days.at(-1)}`
      return run.waiting.map((one) => ({ symbol, payment: one, why: sentence }))
    }
  }
  return []
}

function letIn(fund: GateFund, admissions: readonly Admission[]): GateFund {
  if (admissions.length === 0) return fund
  const payments = admissions.map(({ payment }) => ({ ...payment, payDate: payment.exDate }))
  const days = new Set(payments.map(({ exDate }) => exDate))
  return {
    ...fund,
    payments: [...fund.payments, ...payments].sort((a, b) => daysBetween(b.exDate, a.exDate)),
    reported: fund.reported.filter(({ exDate }) => !days.has(exDate))
  }
}

/** Whether most of the funds of a family that still pay went ex on this day, and off their rhythm. */
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
  if (changed.length < fewestOfFamily || changed.length * 2 <= active.length) return null
  return `${changed.length} of ${active.length} funds of its family left their rhythm on this day`
}

function isActive({ payments, reported }: GateFund, day: IsoDay): boolean {
  const from = addDays(day, -activeDays)
  return [...payments, ...reported].some(({ exDate }) => exDate >= from && exDate <= day)
}

/** Judged by what lay before the day, so that a payment that is stored by now counts like one that waits. */
function isOff(fund: GateFund, exDate: IsoDay): boolean {
  const before = fund.payments.filter((payment) => payment.exDate < exDate)
  return oddRhythm({ ...fund, payments: before, reported: [] }, exDate) !== null
}

/**
 * Three payments in a row that agree with each other, of which the first waits, or the other two do; null where none
 * do. One that has nothing but its size or its day against it may be among them.
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

/** Whether the three payments from `start` on agree with each other, and are of the order of what is stored. */
function isOneRhythm(fund: GateFund, stream: readonly Reported[], start: number): boolean {
  const [a, b, c] = stream.slice(start, start + 3)
  if (a === undefined || b === undefined || c === undefined) return false
  const spacing = daysBetween(a.exDate, b.exDate)
  const next = daysBetween(b.exDate, c.exDate)
  if (spacing < shortestGap || Math.abs(next - spacing) > spacingSlackDays) return false
  const before = stream[start - 1]
  const since = before === undefined ? spacing : daysBetween(before.exDate, a.exDate)
  const usual = latestPaidDays(fund.payments, a.exDate)
  // The first of a new rhythm pays for the days since the last of the old one, or for as many as the next ones do.
  return [since, spacing].some((days) => {
    const run = [
      { ...a, days: daysPaidFor(days) },
      { ...b, days: daysPaidFor(spacing) },
      { ...c, days: daysPaidFor(next) }
    ]
    const levels = levelsOf(fund, [...run, ...usual])
    const [own, known] = [levels.slice(0, run.length), levels.slice(run.length)]
    if (spread(own) >= agreement) return false
    return known.length === 0 || own.every((level) => spread([level, median(known)]) < furthestLevel)
  })
}

/** The usual payments of a fund, stored and waiting, ascending. */
function streamOf({ payments, reported }: GateFund): Reported[] {
  return usualPayments([...payments, ...reported].toSorted((a, b) => daysBetween(b.exDate, a.exDate)))
}
