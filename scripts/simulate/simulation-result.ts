import { requestsBesideFunds } from '../../admin-api/collection/run-collection.ts'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import { findLeadTimes } from '../../admin-api/payments/first-seen.db.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import type { OutlookCheck } from './check-outlooks.ts'
import type { RecordComparison } from './compare-with-backtest.ts'
import type { FakeSource } from './fake-source.ts'
import type { Minutes } from './minutes.ts'
import { findQuarantinedKeys, keyOf, type Nights, type Observed } from './observer.ts'
import type { RealPayment, Renamed, Source } from './source.ts'

export type SimulationOptions = {
  /** First and last day in New York. */
  from: string
  to: string
  every: 'daily' | 'weekly'
  /** Without faults. */
  calm: boolean
  /** Yahoo refuses all requests in the second and third week, and Nasdaq stands in. */
  outage: boolean
  /** Seed of the faults. */
  seed: number
}

type SimulationRun = {
  /** Number of funds. */
  funds: number
  comparison: RecordComparison
  /** Number of answered requests of each collection that wasn't killed. */
  requests: readonly number[]
  requestsByKind: FakeSource['requests']
  alerts: readonly string[]
  nights: Nights
  /** Kinds of faults that the service met while nothing could be written. */
  storageFaults: readonly string[]
  /** Days without the exchange's site, and observed days on which the service says so and doesn't. */
  exchange: { gone: readonly string[]; reported: readonly string[]; quiet: readonly string[] }
  /** Funds that another symbol had before. */
  renamed: readonly Renamed[]
  outlooks: OutlookCheck
  minutes: Minutes
  /** Surfaces that don't show a filing that the operator confirmed. */
  unseen: readonly string[]
  /** Stored days of holdings, and those that differ from their files. */
  archived: { days: number; wrong: readonly string[] }
}

/** Payments are named like 'MSTY 2025-10-16'. */
export type SimulationResult = SimulationRun & {
  /** Number of real payments with an ex-date in the span that the source had shown by the last collection. */
  known: number
  /** The same that are not stored at the end. */
  missing: string[]
  /** Payments with an ex-date at least two weeks before the end, and those not stored within two weeks of it. */
  old: { known: number; late: string[] }
  /** Number of payments that were quarantined once and are stored at the end. */
  released: number
  /** Number of quarantined payments at the end, and those that are neither stored nor quarantined. */
  pending: number
  lost: string[]
  /** Payments first seen in the exchange's announcement, and those of them not seen before the market opened. */
  announced: { count: number; late: string[] }
  /** Days as of which estimates were frozen. */
  frozenDays: string[]
  /** Payments that were stored with their amount and later changed or removed. */
  altered: string[]
  /** Payments stored with a wrong amount. */
  wrong: string[]
  /** Funds that were shown as inactive for over two weeks although they paid. */
  inactive: string[]
}

const twoWeeks = 14

/** @param lastRun day of the last collection */
export async function toResult(
  db: Db,
  run: SimulationRun & { source: Source; observed: Observed; from: string; lastRun: string }
): Promise<SimulationResult> {
  const { source, observed, from, lastRun, ...rest } = run
  const { storedOn, quarantinedOn, altered, inactiveDays } = observed
  const shownPayments = source.payments.filter(({ exDate, shownOn }) => exDate >= from && shownOn <= lastRun)
  const isStored = (payment: RealPayment) =>
    storedOn.has(keyOf(payment)) && !altered.some((text) => text.startsWith(`${keyOf(payment)} `))
  const old = shownPayments.filter(({ exDate }) => exDate <= addDays(lastRun, -twoWeeks))
  const isLate = (payment: RealPayment) =>
    daysBetween(payment.exDate, storedOn.get(keyOf(payment)) ?? '9999-12-31') > twoWeeks
  const rows = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
  const firstSeen = (await findLeadTimes(db)).leadTimes.filter(
    ({ source_name }) => source_name === 'Cboe notices'
  )
  // All funds have their present symbol by now.
  const pending = await findQuarantinedKeys(db, (symbol) => symbol)
  return {
    ...rest,
    known: shownPayments.length,
    missing: shownPayments.filter((payment) => !isStored(payment)).map(keyOf),
    old: { known: old.length, late: old.filter(isLate).map(keyOf) },
    released: shownPayments.filter((payment) => isStored(payment) && quarantinedOn.has(keyOf(payment)))
      .length,
    pending: pending.length,
    lost: shownPayments
      .filter((payment) => !isStored(payment))
      .map(keyOf)
      .filter((key) => !pending.includes(key)),
    announced: {
      count: firstSeen.length,
      late: firstSeen.filter(({ hours }) => hours <= 0).map(({ symbol, ex_date }) => `${symbol} ${ex_date}`)
    },
    frozenDays: await findFrozenDays(db),
    altered,
    wrong: rows
      .filter(({ symbol, ex_date }) => !storedOn.has(keyOf({ symbol, exDate: ex_date })))
      .map(({ symbol, ex_date, amount }) => `${symbol} ${ex_date}: ${amount}`),
    inactive: [...inactiveDays]
      .filter(([, days]) => days > twoWeeks)
      .map(([symbol, days]) => `${symbol} ${days} days`)
  }
}

async function findFrozenDays(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('as_of')
    .distinct()
    .where('origin', '=', 'live')
    .orderBy('as_of')
    .execute()
  return rows.map(({ as_of }) => as_of)
}

/** A fact that every simulation must show, and what contradicts it. */
type Assertion = { fact: string; holds: boolean; examples: readonly string[] }

const minStoredShare = 0.95
/** The exchange's list of funds is read once a day, beside a collection. */
const requestsForList = 1

/** Median minutes from publication to the push message. */
const longestMinutes = 5

export function assertFacts(result: SimulationResult): Assertion[] {
  const { known, missing, lost, old, pending, announced, altered, wrong, inactive } = result
  const { comparison, nights, requests, archived, minutes, exchange, storageFaults, renamed, outlooks } =
    result
  const none = (fact: string, examples: readonly string[]) => ({
    fact,
    holds: examples.length === 0,
    examples
  })
  const nearlyAll = (fact: string, all: number, examples: readonly string[]) => ({
    fact: `${fact}: ${all - examples.length} of ${all}`,
    holds: examples.length <= (1 - minStoredShare) * all,
    examples
  })
  const most = Math.max(0, ...requests)
  const limit = result.funds + requestsBesideFunds + requestsForList
  return [
    nearlyAll('payments are stored without approval', known, missing),
    nearlyAll('payments are stored within two weeks of the ex-date', old.known, old.late),
    none('no stored payment changes later', altered),
    none('every stored payment is real', wrong),
    none('no fund that pays is inactive for over two weeks', inactive),
    none(`${announced.count} announced payments were seen before the market opened`, announced.late),
    {
      fact: `each payment that isn't stored is quarantined: ${pending} of ${missing.length}`,
      holds: pending === missing.length,
      examples: lost
    },
    none(
      `the facts stored at the time give each of ${comparison.both} live estimates again`,
      comparison.notReproduced
    ),
    none(
      `${comparison.complete} live estimates that knew every fact equal the backtest`,
      comparison.completeButDifferent
    ),
    none('a filing becomes a draft, and once confirmed a notice on page, calendar and phone', result.unseen),
    {
      fact: `${minutes.releases} releases reached a phone within ${minutes.median?.toFixed(1)} minutes of publication (median)`,
      holds: minutes.releases === 0 || (minutes.median !== null && minutes.median <= longestMinutes),
      examples: []
    },
    ...(exchange.gone.length === 0
      ? []
      : [
          none(
            `${exchange.reported.length} days say that the exchange's site is gone, of ${exchange.gone.length} without it`,
            // It is read a few times a day, so that the first and the next day may still say what was true before.
            [
              ...exchange.quiet.filter((day) => exchange.gone.slice(1).includes(day)),
              ...exchange.reported.filter(
                (day) => !exchange.gone.includes(day) && !exchange.gone.includes(addDays(day, -1))
              )
            ]
          ),
          {
            fact: `a day without room to write meets no other fault: ${storageFaults.length} refused writes`,
            holds: storageFaults.length > 0,
            examples: []
          },
          none(
            `a fund with another symbol keeps its payments: ${renamed.map(({ symbol, former }) => `${former} is ${symbol}`).join(', ')}`,
            missing.filter((key) => renamed.some(({ symbol }) => key.startsWith(`${symbol} `)))
          )
        ]),
    none(
      `each of ${outlooks.months.length} months has outlooks that were frozen before its first session opened`,
      [...outlooks.withoutOutlooks, ...outlooks.late]
    ),
    nearlyAll('sums of outlooks are those of the real payments', outlooks.scored, outlooks.wrong),
    none(`${archived.days} days of holdings are stored as in their files`, archived.wrong),
    none(`each of ${nights.simulated} nights has a backup`, nights.withoutBackup),
    {
      fact: `a collection sends at most ${limit} requests: ${most}`,
      holds: most <= limit,
      examples: []
    }
  ]
}

/** Formats facts for a terminal, with what contradicts those that do not hold. */
export function toLines(assertions: readonly Assertion[]): string[] {
  return assertions.flatMap(({ fact, holds, examples }) => [
    `${holds ? 'ok  ' : 'FAIL'} ${fact}`,
    ...(holds ? [] : examples.map((example) => `       ${example}`))
  ])
}
