import type { Kysely } from 'kysely'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import type { RecordComparison } from './compare-with-replay.ts'
import type { Nights } from './nights.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Options } from './options.ts'
import type { RealPayment, Source } from './source.ts'
import type { Troubles } from './troubles.ts'

export type Ran = {
  options: Options
  source: Source
  troubles: Troubles
  observed: Observed
  comparison: RecordComparison
  /** The day of the last collection. */
  lastRun: string
  /** Of each collection that was not killed. */
  requests: readonly number[]
  asked: Readonly<Record<'charts' | 'options' | 'others', number>>
  alerts: readonly string[]
  /** What health complained about after a collection, and how often. */
  reasons: ReadonlyMap<string, number>
  approvals: { approved: number; refused: readonly string[] }
  /** Of the database at the end of the span, with its write-ahead log. */
  nights: Nights
  databaseBytes: { atFirst: number; atLast: number }
}

export type SimulationResult = Omit<Ran, 'source' | 'troubles' | 'observed'> & {
  troubles: string
  /** Real payments with an ex-date in the span that the source had shown by the last collection. */
  known: number
  stored: number
  /** Of those whose ex-date is two weeks old at the end: known, and stored within two weeks of it. */
  inTime: { known: number; stored: number }
  /** Those that were stored later than that, and how many days after the ex-date. */
  late: readonly string[]
  /** Payments that were held back at some time and are stored now. */
  released: number
  /** Days from the ex-date to the day it was stored, of those. */
  releasedAfterDays: readonly number[]
  /** Not stored at the end: held with this kind of reason, or never collected. */
  missing: { why: string; count: number; payments: readonly string[] }[]
  /** Entries that wait for the operator at the end, by kind. */
  waiting: ReadonlyMap<string, number>
  altered: readonly string[]
  /** Stored with an amount that is not the real one. */
  wrong: readonly string[]
  /** Days a fund was said to be inactive while it paid, longest first. */
  inactive: readonly { symbol: string; days: number }[]
}

const twoWeeks = 14

export async function toResult(db: Kysely<Database>, ran: Ran): Promise<SimulationResult> {
  const { options, source, observed, troubles, ...rest } = ran
  const { from } = options
  const { lastRun } = ran
  const known = source.payments.filter(({ exDate, shownOn }) => exDate >= from && shownOn <= lastRun)
  const isStored = (payment: RealPayment) =>
    observed.storedOn.has(keyOf(payment)) &&
    !observed.altered.some((text) => text.startsWith(`${keyOf(payment)} `))
  const old = known.filter(({ exDate }) => exDate <= addDays(lastRun, -twoWeeks))
  const daysToStore = (payment: RealPayment) =>
    daysBetween(payment.exDate, observed.storedOn.get(keyOf(payment)) ?? '9999-12-31')
  const released = known.filter((payment) => isStored(payment) && observed.heldOn.has(keyOf(payment)))
  const rows = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
  return {
    ...rest,
    options,
    troubles: troubles.summary,
    known: known.length,
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

async function explainMissing(
  db: Kysely<Database>,
  missing: readonly RealPayment[]
): Promise<SimulationResult['missing']> {
  const held = await db
    .selectFrom('manual_entry')
    .select(['symbol', 'ex_date', 'reported_ex_date', 'reason', 'status'])
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .execute()
  const reasonOf = new Map(
    held.map(({ symbol, ex_date, reported_ex_date, reason }) => [
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

/** The reason without what differs from payment to payment. */
function kindOf(reason: string | undefined, { symbol }: RealPayment): string {
  if (reason === undefined) return 'not stored, and not held'
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
