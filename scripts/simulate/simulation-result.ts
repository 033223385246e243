import type { Kysely } from 'kysely'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import { mean, median } from '../../admin-api/numbers/statistics.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import type { RecordComparison } from './compare-with-backtest.ts'
import type { Faults } from './faults.ts'
import { keyOf, type Nights, type Observed } from './observer.ts'
import type { RealPayment, Source } from './source.ts'

type SimulationRun = {
  options: SimulationOptions
  source: Source
  faults: Faults
  observed: Observed
  comparison: RecordComparison
  /** Day of the last collection. */
  lastRun: string
  /** Number of requests of each collection that wasn't killed. */
  requests: readonly number[]
  requestsByKind: Readonly<Record<'charts' | 'spark' | 'options' | 'others' | 'nasdaq', number>>
  alerts: readonly string[]
  /** Reasons for degraded health after a collection, and how often each occurred. */
  reasons: ReadonlyMap<string, number>
  approvals: { approved: number; refused: readonly string[] }
  nights: Nights
  /** Size with the write-ahead log, before and after the span. */
  databaseBytes: { atFirst: number; atLast: number }
}

export type SimulationOptions = {
  /** First and last day in New York. */
  from: string
  to: string
  every: 'daily' | 'weekly'
  /** Approves all quarantined payments after each collection. */
  approve: boolean
  /** Without faults. */
  calm: boolean
  /** Yahoo refuses all requests in the second and third week, and Nasdaq stands in. */
  outage: boolean
  /** Seed of the faults. */
  seed: number
  /** Prints long lists in full. */
  whole: boolean
}

export type SimulationResult = Omit<SimulationRun, 'source' | 'faults' | 'observed'> & {
  faults: string
  /** Number of real payments with an ex-date in the span that the source had shown by the last collection. */
  known: number
  stored: number
  /** Days as of which estimates were frozen. */
  frozenDays: readonly string[]
  /** Payments with an ex-date at least two weeks before the end, and how many were stored within two weeks of it. */
  inTime: { known: number; stored: number }
  /** Payments stored more than two weeks after the ex-date. */
  late: readonly string[]
  /** Number of payments that were quarantined once and are stored at the end. */
  released: number
  /** Days from the ex-date of each released payment until it was stored. */
  releasedAfterDays: readonly number[]
  /** Payments not stored at the end, by the kind of reason for which they are quarantined. */
  missing: { why: string; count: number; payments: readonly string[] }[]
  /** Pending entries at the end, by kind. */
  waiting: ReadonlyMap<string, number>
  altered: readonly string[]
  /** Payments stored with a wrong amount. */
  wrong: readonly string[]
  /** Days for which a fund was shown as inactive although it paid, longest first. */
  inactive: readonly { symbol: string; days: number }[]
}

const twoWeeks = 14

export async function toResult(db: Kysely<Database>, ran: SimulationRun): Promise<SimulationResult> {
  const { options, source, observed, faults, ...rest } = ran
  const { from } = options
  const { lastRun } = ran
  const known = source.payments.filter(({ exDate, shownOn }) => exDate >= from && shownOn <= lastRun)
  const isStored = (payment: RealPayment) =>
    observed.storedOn.has(keyOf(payment)) &&
    !observed.altered.some((text) => text.startsWith(`${keyOf(payment)} `))
  const old = known.filter(({ exDate }) => exDate <= addDays(lastRun, -twoWeeks))
  const daysToStore = (payment: RealPayment) =>
    daysBetween(payment.exDate, observed.storedOn.get(keyOf(payment)) ?? '9999-12-31')
  const released = known.filter((payment) => isStored(payment) && observed.quarantinedOn.has(keyOf(payment)))
  const rows = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
  return {
    ...rest,
    options,
    faults: faults.summary,
    known: known.length,
    frozenDays: await findFrozenDays(db),
    stored: known.filter(isStored).length,
    inTime: { known: old.length, stored: old.filter((payment) => daysToStore(payment) <= twoWeeks).length },
    late: old
      .filter((payment) => isStored(payment) && daysToStore(payment) > twoWeeks)
      .map((payment) => `${keyOf(payment)} after ${daysToStore(payment)} days`),
    released: released.length,
    releasedAfterDays: released.map(daysToStore),
    missing: await explainMissing(
      db,
      known.filter((payment) => !isStored(payment))
    ),
    waiting: await countWaiting(db),
    altered: observed.altered,
    wrong: rows
      .filter(({ symbol, ex_date }) => !observed.storedOn.has(keyOf({ symbol, exDate: ex_date })))
      .map(({ symbol, ex_date, amount }) => `${symbol} ${ex_date}: ${amount}`),
    inactive: [...observed.inactiveDays]
      .map(([symbol, days]) => ({ symbol, days }))
      .toSorted((a, b) => b.days - a.days)
  }
}

async function findFrozenDays(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('as_of')
    .distinct()
    .where('origin', '=', 'live')
    .orderBy('as_of')
    .execute()
  return rows.map(({ as_of }) => as_of)
}

async function explainMissing(
  db: Kysely<Database>,
  missing: readonly RealPayment[]
): Promise<SimulationResult['missing']> {
  const quarantined = await db
    .selectFrom('manual_entry')
    .select(['symbol', 'ex_date', 'reported_ex_date', 'reason', 'status'])
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .execute()
  const reasonOf = new Map(
    quarantined.map(({ symbol, ex_date, reported_ex_date, reason }) => [
      keyOf({ symbol, exDate: reported_ex_date ?? ex_date ?? '' }),
      reason ?? ''
    ])
  )
  const groups = Map.groupBy(missing, (payment) => kindOf(reasonOf.get(keyOf(payment)), payment))
  return [...groups]
    .map(([why, payments]) => ({
      why,
      count: payments.length,
      payments: payments.map(keyOf)
    }))
    .toSorted((a, b) => b.count - a.count)
}

/** Removes from a reason what differs between payments. */
function kindOf(reason: string | undefined, { symbol }: RealPayment): string {
  if (reason === undefined) return 'not stored, and not quarantined'
  return reason
    .replaceAll(new RegExp(`\\b${symbol}\\b`, 'g'), 'FUND')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DAY')
    .replaceAll(/\$?\d[\d.,]*(?: to \d+)?/g, 'N')
    .replaceAll(/(?:Mon|Tues|Wednes|Thurs|Fri)day/g, 'WEEKDAY')
}

async function countWaiting(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('manual_entry')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'pending')
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

const maxLines = 15
const maxExamples = 4

/** Formats the result for a terminal. */
export function toLines(result: SimulationResult): string[] {
  const { options, known, stored, inTime, inactive, comparison, requests, requestsByKind, waiting, nights } =
    result
  const list = (lines: readonly string[]) => {
    const shown = options.whole ? lines : lines.slice(0, maxLines)
    return [
      ...shown,
      ...(shown.length < lines.length ? [`and ${lines.length - shown.length} more`] : [])
    ].map((line) => `    ${line}`)
  }
  const busy = requests.filter((count) => count > 0)
  const overTwoWeeks = inactive.filter(({ days }) => days > 14)
  return [
    `${options.from} to ${options.to}, ${options.every}, ${options.approve ? 'quarantined payments are approved' : 'no approvals'}, seed ${options.seed}`,
    `faults: ${result.faults}`,
    '',
    `payments: ${known} known, ${stored} stored (${share(stored, known)}); within two weeks of the ex-date ${inTime.stored} of ${inTime.known} (${share(inTime.stored, inTime.known)})`,
    ...list(result.late),
    `released without approval: ${options.approve ? '(not with --approve)' : result.released}${result.released > 0 ? `, stored ${median(result.releasedAfterDays)} days after the ex-date (median)` : ''}`,
    `not stored: ${known - stored}`,
    ...list(
      result.missing.map(
        ({ why, count, payments }) =>
          `${count}: ${why} (${(options.whole ? payments : payments.slice(0, maxExamples)).join(', ')})`
      )
    ),
    `pending at the end: ${[...waiting].map(([kind, count]) => `${count} ${kind}s`).join(', ') || 'none'}`,
    ...(options.approve
      ? [
          `approved: ${result.approvals.approved}, refused ${result.approvals.refused.length}`,
          ...list(result.approvals.refused)
        ]
      : []),
    `altered after they were stored: ${result.altered.length}`,
    ...list(result.altered),
    `stored, but not real: ${result.wrong.length}`,
    ...list(result.wrong),
    `funds wrongly inactive: ${inactive.length}, ${overTwoWeeks.length} of them for more than two weeks; longest ${inactive[0]?.days ?? 0} days`,
    ...list(inactive.slice(0, maxLines).map(({ symbol, days }) => `${symbol} ${days} days`)),
    `live record: ${comparison.live} of ${known} payments had a live estimate; in the backtest ${comparison.backtested}, in both ${comparison.both}`,
    `    errors median / mean: live ${pair(comparison.liveError)}, backtest ${pair(comparison.backtestError)}`,
    `    equal to the backtest with all payments known: ${of(comparison.equal, comparison.both)}; of those without missing facts ${of(comparison.complete.equal, comparison.complete.both)}`,
    `    equal to a backtest of the facts known when each was made: ${of(comparison.equalToKnown, comparison.both)}`,
    `    not equal to the backtest with all payments known: ${[...comparison.lacks].map(([lack, count]) => `${lack}: ${count}`).join(', ') || 'none'}`,
    `    sessions from the newest close to the ex-date: ${[...comparison.sessionsAhead].map(([sessions, count]) => `${sessions}: ${count}`).join(', ')}`,
    ...list(comparison.differences),
    `requests: ${requests.length} collections, ${busy.length === 0 ? 0 : mean(busy).toFixed(0)} on average, ${Math.max(0, ...busy)} at most; in total ${requestsByKind.charts} charts, ${requestsByKind.spark} for closes of many symbols, ${requestsByKind.options} options, ${requestsByKind.others} others, ${requestsByKind.nasdaq} to Nasdaq`,
    `health: ${[...result.reasons].map(([reason, count]) => `${count} times "${reason}"`).join('; ') || 'always ok'}`,
    `database: ${megabytes(result.databaseBytes.atFirst)} MB at first, ${megabytes(result.databaseBytes.atLast)} MB at the end`,
    `backups: ${nights.simulated} nights, ${nights.withoutBackup.length} without one; ${nights.kept.length} backups at the end, ${megabytes(nights.bytes)} MB: ${nights.kept.join(', ')}`,
    ...list(nights.withoutBackup),
    `alerts: ${result.alerts.length}`,
    ...list(result.alerts)
  ]
}

/** Like '3 of 4 (75.0 %)'. */
function of(part: number, whole: number): string {
  return `${part} of ${whole} (${share(part, whole)})`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function pair({ median: middle, mean: average }: { median: number; mean: number }): string {
  return `${middle.toFixed(2)} / ${average.toFixed(2)} %`
}
