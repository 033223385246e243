import type { Kysely } from 'kysely'
import { listScored } from '../../admin-api/estimates/counted-estimates.ts'
import { findRecord } from '../../admin-api/estimates/estimate-record.db.ts'
import { backtest, type EstimateResult, estimateFunds } from '../../admin-api/estimator/estimator.ts'
import { traitsOf } from '../../admin-api/funds/families.db.ts'
import { priceDayOf } from '../../admin-api/market-days/closes.ts'
import { addSessions, sessionsBetween } from '../../admin-api/market-days/market-calendar.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { mean, median } from '../../admin-api/numbers/statistics.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import type { Facts } from '../../data/schema.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Source } from './source.ts'

/** Errors in percent of the payment, each counted as at most 300. */
type ErrorSize = { median: number; mean: number }

export type RecordComparison = {
  /** Number of payments with a live estimate, with a backtested one, and with both. */
  live: number
  backtested: number
  both: number
  liveError: ErrorSize
  backtestError: ErrorSize
  /** Number of payments whose two estimates are equal apart from rounding. */
  equal: number
  /** The same for live estimates that knew every fact the backtest knows. */
  complete: { both: number; equal: number }
  /** Number of live estimates that the estimator reproduces from the facts stored at the time; all, without a bug. */
  equalToKnown: number
  /** Number of unequal live estimates by the fact they lacked. */
  lacks: ReadonlyMap<Lack, number>
  /** Descriptions of unequal estimates, largest difference first. */
  differences: string[]
  /** Number of live estimates by sessions from their newest close to the ex-date. */
  sessionsAhead: ReadonlyMap<number, number>
}

const maxErrorPercent = 300

/** Compares the live track record of payments with ex-dates from `from` on with a backtest of all real payments. */
export async function compareWithBacktest(
  db: Kysely<Database>,
  {
    facts,
    source,
    from,
    to,
    observed
  }: { facts: Facts; source: Source; from: string; to: string; observed: Observed }
): Promise<RecordComparison> {
  const histories = toHistories(facts, source, to)
  const backtested = new Map(
    backtest(histories)
      .filter(({ exDate, actual }) => exDate >= from && actual > 0)
      .map((one) => [keyOf(one), { ...one, ratio: one.estimate / one.actual }])
  )
  const live = listScored(await findRecord(db), 'live').filter(({ actual }) => actual > 0)
  const pairs = live.flatMap((row) => {
    const other = backtested.get(keyOf({ symbol: row.symbol, exDate: row.paid_ex_date }))
    return other === undefined
      ? []
      : [{ row, live: row.amount / row.actual, backtest: other.ratio, paid: other.actual }]
  })
  const repeat = createRepeat(histories, source, observed)
  const compared = pairs.map((pair) => ({
    ...pair,
    ...repeat(pair.row, pair.paid),
    difference: Math.abs(pair.live - pair.backtest) * 100,
    isEqual: isEqual(pair.live, pair.backtest, pair.row.actual)
  }))
  const different = compared.filter((pair) => !pair.isEqual).toSorted((a, b) => b.difference - a.difference)
  const complete = compared.filter(({ lack }) => lack === null)
  const sessionsAhead = new Map<number, number>()
  for (const { as_of, paid_ex_date } of live) {
    const sessions = sessionsBetween(as_of, paid_ex_date)
    sessionsAhead.set(sessions, (sessionsAhead.get(sessions) ?? 0) + 1)
  }
  return {
    live: live.length,
    backtested: backtested.size,
    both: pairs.length,
    liveError: sizeOf(pairs.map((pair) => pair.live)),
    backtestError: sizeOf(pairs.map((pair) => pair.backtest)),
    equal: pairs.length - different.length,
    complete: { both: complete.length, equal: complete.filter((pair) => pair.isEqual).length },
    equalToKnown: compared.filter(({ isReproduced }) => isReproduced).length,
    lacks: countBy(different.flatMap(({ lack }) => lack ?? [])),
    differences: different.map(
      ({ row, live, backtest, difference, lack, isReproduced }) =>
        `${row.symbol} ${row.paid_ex_date}: live ${percent(live)} of the payment (expected ${row.ex_date}, as of ${row.as_of}), backtest ${percent(backtest)}: ${difference.toFixed(1)} apart, ${(isReproduced && lack) || 'without a known cause'}`
    ),
    sessionsAhead: new Map([...sessionsAhead].sort(([a], [b]) => a - b))
  }
}

function toHistories(facts: Facts, source: Source, to: string): FundHistory[] {
  const traitsOfFamily = new Map(facts.families.map((family) => [family.family, traitsOf(family)]))
  return facts.funds.map(({ symbol, family }) => ({
    symbol,
    family,
    traits: traitsOfFamily.get(family),
    payments: source.payments
      .filter((payment) => payment.symbol === symbol && payment.exDate <= to)
      .map(({ exDate, amount }) => ({ exDate, payDate: addSessions(exDate, 1), amount })),
    closes: (source.closesOf.get(symbol) ?? []).map(({ date, close }) => ({ date, close }))
  }))
}

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  return new Map([...Map.groupBy(keys, (key) => key)].map(([key, { length }]) => [key, length]))
}

function sizeOf(ratios: readonly number[]): ErrorSize {
  if (ratios.length === 0) return { median: Number.NaN, mean: Number.NaN }
  const errors = ratios.map((ratio) => Math.min(maxErrorPercent, Math.abs(ratio - 1) * 100))
  return { median: median(errors), mean: mean(errors) }
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`
}

/** Why a live estimate knew less than the backtest of its payment. */
type Lack =
  | 'expected on another day'
  | 'made from older closes'
  | 'made while payments were quarantined'
  | 'made before the source reported payments'

type LiveEstimate = {
  symbol: string
  family: string
  ex_date: string
  paid_ex_date: string
  as_of: string
  made_at: string
  amount: number
  actual: number
}

/** Tolerance of equal estimates, as a fraction of the payment and in dollars: figures have four decimals. */
const equalShare = 0.001
const equalDollars = 0.0001

/** Families whose estimates also use another's payments: portfolio funds hold the single-stock funds. */
const holdingsOf: Readonly<Record<string, string>> = { 'yieldmax-portfolio': 'yieldmax-single' }

/** True if two estimates, as fractions of the payment, are equal apart from rounding. */
function isEqual(a: number, b: number, paid: number): boolean {
  const difference = Math.abs(a - b)
  return difference < equalShare || difference * paid <= equalDollars
}

/** Repeats live estimates from the facts stored at the time, and finds what they lacked. */
function createRepeat(
  funds: readonly FundHistory[],
  { payments }: Pick<Source, 'payments'>,
  { isKnownAt, quarantinedDaysAt }: Pick<Observed, 'isKnownAt' | 'quarantinedDaysAt'>
) {
  const familyOf = new Map<string, string>(funds.map(({ symbol, family }) => [symbol, family]))
  const traitsOfFund = new Map(funds.map(({ symbol, traits }) => [symbol, traits]))
  const estimated = new Map<string, ReadonlyMap<string, EstimateResult>>()

  function estimateAgain({ made_at, as_of }: LiveEstimate): ReadonlyMap<string, EstimateResult> {
    const key = `${made_at} ${as_of}`
    const found = estimated.get(key)
    if (found !== undefined) return found
    const quarantinedDays = quarantinedDaysAt(made_at)
    const known = funds.map((fund) => ({
      ...fund,
      payments: fund.payments.filter(({ exDate }) =>
        isKnownAt(keyOf({ symbol: fund.symbol, exDate }), made_at)
      ),
      quarantinedDays: quarantinedDays.get(fund.symbol) ?? []
    }))
    const results = new Map(estimateFunds(known, as_of).map((result) => [result.symbol, result]))
    estimated.set(key, results)
    return results
  }

  function findLack(live: LiveEstimate): Lack | null {
    const { symbol, family, ex_date, paid_ex_date, as_of, made_at } = live
    const cutoff = priceDayOf(paid_ex_date, traitsOfFund.get(symbol))
    if (ex_date !== paid_ex_date) return 'expected on another day'
    if (as_of < cutoff) return 'made from older closes'
    const lacking = payments.filter((payment) => {
      const other = familyOf.get(payment.symbol)
      const isUsed = other === family || other === holdingsOf[family]
      return isUsed && payment.exDate <= cutoff && !isKnownAt(keyOf(payment), made_at)
    })
    if (lacking.length === 0) return null
    return lacking.some(({ shownOn }) => shownOn <= as_of)
      ? 'made while payments were quarantined'
      : 'made before the source reported payments'
  }

  /**
   * `isReproduced` means that the stored facts give the same estimate again, so that only missing facts explain a
   * difference from the backtest.
   * @param paid the payment on today's share basis
   */
  return (live: LiveEstimate, paid: number): { isReproduced: boolean; lack: Lack | null } => {
    const again = estimateAgain(live).get(live.symbol)
    const isReproduced =
      again?.status === 'estimated' &&
      again.nextExDate === live.ex_date &&
      isEqual(again.amount / paid, live.amount / live.actual, live.actual)
    return { isReproduced, lack: findLack(live) }
  }
}
