import type { Kysely } from 'kysely'
import { findRecord } from '../../admin-api/estimates/estimate-record.db.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { listScored } from '../../admin-api/estimates/counted-estimates.ts'
import { mean, median } from '../../admin-api/numbers/averages.ts'
import { addSessions, sessionsBetween } from '../../admin-api/market-days/market-calendar.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { replay } from '../../admin-api/estimator/estimator.ts'
import type { Facts } from '../../data/schema.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Source } from './source.ts'
import { createRepeat, isEqual, type Lack } from './what-was-known.ts'

type ErrorSize = { median: number; mean: number }

export type RecordComparison = {
  /** Payments with an estimate that was frozen live, and with one in the replay. */
  live: number
  replayed: number
  /** Payments that have both: errors in percent of the payment, each counted at most 300. */
  both: number
  liveError: ErrorSize
  replayError: ErrorSize
  /** Of those, how many differ by no more than rounding does. */
  equal: number
  /** The same of those alone that lacked nothing of what the replay knows. */
  complete: { both: number; equal: number }
  /** Of all, how many are what the method makes of the facts that were stored by then: short of a defect, each. */
  equalToKnown: number
  /** Those that differ from the replay, by what they lacked. */
  lacks: ReadonlyMap<Lack, number>
  /** The largest differences. */
  differences: string[]
  /** Sessions from the newest day an estimate knew to its ex-date, and how many payments had so many. */
  sessionsAhead: ReadonlyMap<number, number>
}

const mostPercent = 300

/** The live record of the payments with an ex-date from `from` on, beside a replay over all that really happened. */
export async function compareWithReplay(
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
  const replayed = new Map(
    replay(histories)
      .filter(({ exDate, actual }) => exDate >= from && actual > 0)
      .map((one) => [keyOf(one), { ...one, ratio: one.estimate / one.actual }])
  )
  const live = listScored(await findRecord(db), 'live').filter(({ actual }) => actual > 0)
  const pairs = live.flatMap((row) => {
    const other = replayed.get(keyOf({ symbol: row.symbol, exDate: row.paid_ex_date }))
    return other === undefined
      ? []
      : [{ row, live: row.amount / row.actual, replay: other.ratio, paid: other.actual }]
  })
  const repeat = createRepeat(histories, source, observed)
  const compared = pairs.map((pair) => ({
    ...pair,
    ...repeat(pair.row, pair.paid),
    off: Math.abs(pair.live - pair.replay) * 100,
    isEqual: isEqual(pair.live, pair.replay, pair.row.actual)
  }))
  const different = compared.filter((pair) => !pair.isEqual).toSorted((a, b) => b.off - a.off)
  const complete = compared.filter(({ lack }) => lack === null)
  const sessionsAhead = new Map<number, number>()
  for (const { as_of, paid_ex_date } of live) {
    const sessions = sessionsBetween(as_of, paid_ex_date)
    sessionsAhead.set(sessions, (sessionsAhead.get(sessions) ?? 0) + 1)
  }
  return {
    live: live.length,
    replayed: replayed.size,
    both: pairs.length,
    liveError: sizeOf(pairs.map((pair) => pair.live)),
    replayError: sizeOf(pairs.map((pair) => pair.replay)),
    equal: pairs.length - different.length,
    complete: { both: complete.length, equal: complete.filter((pair) => pair.isEqual).length },
    equalToKnown: compared.filter(({ isOfKnown }) => isOfKnown).length,
    lacks: countBy(different.flatMap(({ lack }) => lack ?? [])),
    differences: different.map(
      ({ row, live, replay, off, lack, isOfKnown }) =>
        `${row.symbol} ${row.paid_ex_date}: live ${percent(live)} of the payment (expected ${row.ex_date}, as of ${row.as_of}), replay ${percent(replay)}: ${off.toFixed(1)} apart, ${(isOfKnown && lack) || 'without a known cause'}`
    ),
    sessionsAhead: new Map([...sessionsAhead].sort(([a], [b]) => a - b))
  }
}

function toHistories(facts: Facts, source: Source, to: string): FundHistory[] {
  return facts.funds.map(({ symbol, family }) => ({
    symbol,
    family,
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
  const errors = ratios.map((ratio) => Math.min(mostPercent, Math.abs(ratio - 1) * 100))
  return { median: median(errors), mean: mean(errors) }
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`
}
