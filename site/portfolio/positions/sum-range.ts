import { mean } from '../../../admin-api/numbers/averages.ts'
import { thursdayOf } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { weightedQuantiles } from '../../../admin-api/numbers/weighted-quantile.ts'
import type { PastRatio } from './past-ratios.ts'

/** One coming payment for all shares held. */
export type HeldPayment = {
  symbol: string
  exDate: IsoDay
  /** Dollars for all shares; of a payment beyond the fund's next one, what that next one is estimated at. */
  estimate: number
  /** The issuer has named the amount: `estimate` is it, and certain. */
  isDeclared: boolean
  /** The fund's, from `pastRatiosOf`; the same for each of its payments. */
  pastRatios: readonly PastRatio[]
}

/** How a fund went in one past week: what it paid of its estimate, and how its estimate moved on. */
type Move = Pick<PastRatio, 'ratio' | 'step'>

/** A fund while one way of the coming weeks is gone through; `level` is its estimate as a multiple of today's. */
type HeldFund = { moves: readonly Move[]; level: number }

type Due = { fund: HeldFund; estimate: number; isDeclared: boolean }

/** A coming week is taken to go like one of so many past ones, each as likely. Two years, for what comes once a year. */
const weeksRemembered = 104
/** A range from fewer would be a guess. */
const fewestWeeks = 10
/** Ways that several coming weeks may go; one week is worked out over all past ones. */
const ways = 1000
/** Past weeks that follow each other in a way as they did. */
const stretch = 2
const tail = 0.1

/**
 * The middle 80 % of what the payments will come to together, in dollars. Null without a payment, or where fewer than
 * ten past weeks are known. The same payments in the same order give the same range.
 *
 * The range of a sum is not the sum of ranges: some funds miss high when others miss low, and those with a market in
 * common miss together. So each coming week is taken to go like one past week, for all funds at once: a fund pays what
 * it paid of its estimate then. Its later payments move as its estimate moved on from then, and the moves add up: what
 * fell stays low. Past weeks are drawn two in a row, because what shot up often falls back a week later. Source: the moving blocks
 * bootstrap (Kuensch, Annals of Statistics 17, 1989) of whole weeks.
 *
 * A fund that did not pay in a past week goes as in another week of its own; a fund without a record as the others on average.
 */
export function rangeOfSum(payments: readonly HeldPayment[]): { low: number; high: number } | null {
  if (payments.length === 0) return null
  const certain = payments.reduce((sum, { estimate }) => sum + estimate, 0)
  if (payments.every(({ isDeclared }) => isDeclared)) return { low: certain, high: certain }
  const records = new Map(payments.map(({ symbol, pastRatios }) => [symbol, pastRatios]))
  const past = listWeeks([...records.values()])
  if (past.length < fewestWeeks) return null
  const funds = readFunds(records, past)
  const weeks = listDue(payments, funds)
  const sums = listWays(weeks.length, past.length).map((way) => sumOf(weeks, funds, way))
  const sample = sums.map((value) => ({ value, weight: 1 }))
  const [low = 0, high = 0] = weightedQuantiles(sample, [tail, 1 - tail])
  return { low, high }
}

/** The past weeks to draw from, oldest first. */
function listWeeks(records: readonly (readonly PastRatio[])[]): IsoDay[] {
  return [...new Set(records.flatMap((record) => record.map(({ week }) => week)))]
    .sort()
    .slice(-weeksRemembered)
}

function readFunds(
  records: ReadonlyMap<string, readonly PastRatio[]>,
  past: readonly IsoDay[]
): Map<string, HeldFund> {
  const known = [...records].filter(([, record]) => record.length > 0)
  const moves = new Map(known.map(([symbol, record]) => [symbol, movesOf(record, past)]))
  const average = past.map((_, i) => {
    const then = [...moves.values()].flatMap((all) => all[i] ?? [])
    return { ratio: mean(then.map(({ ratio }) => ratio)), step: mean(then.map(({ step }) => step)) }
  })
  return new Map(
    [...records.keys()].map((symbol) => [symbol, { moves: moves.get(symbol) ?? average, level: 1 }])
  )
}

/** One move for each past week. A week without a payment is like another of the fund's own, each of them in turn. */
function movesOf(record: readonly PastRatio[], past: readonly IsoDay[]): Move[] {
  const moveIn = new Map<IsoDay, Move>(record.map((one) => [one.week, one]))
  const own = past.flatMap((week) => moveIn.get(week) ?? [])
  const lent = own.length > 0 ? own : record
  let lacking = 0
  return past.flatMap((week) => moveIn.get(week) ?? lent[lacking++ % lent.length] ?? [])
}

/** The coming weeks in their order, each with what is due in it. */
function listDue(payments: readonly HeldPayment[], funds: ReadonlyMap<string, HeldFund>): Due[][] {
  return [...Map.groupBy(payments, ({ exDate }) => thursdayOf(exDate))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, due]) =>
      due.flatMap(({ symbol, estimate, isDeclared }) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : { fund, estimate, isDeclared }
      })
    )
}

/** Ways the coming weeks may go: for each of them the past week, by its place, that it is like. */
function listWays(coming: number, past: number): number[][] {
  if (coming === 1) return Array.from({ length: past }, (_, week) => [week])
  const draw = drawFrom(past)
  return Array.from({ length: ways }, () => {
    const starts = Array.from({ length: Math.ceil(coming / stretch) }, draw)
    return Array.from(
      { length: coming },
      (_, i) => ((starts[Math.floor(i / stretch)] ?? 0) + (i % stretch)) % past
    )
  })
}

/** What all payments come to when each coming week goes like the past week that `way` names. */
function sumOf(
  weeks: readonly Due[][],
  funds: ReadonlyMap<string, HeldFund>,
  way: readonly number[]
): number {
  for (const fund of funds.values()) fund.level = 1
  let sum = 0
  weeks.forEach((due, i) => {
    for (const { fund, estimate, isDeclared } of due) {
      const { ratio, step } = fund.moves[way[i] ?? 0] ?? { ratio: 1, step: 1 }
      sum += isDeclared ? estimate : estimate * fund.level * ratio
      fund.level *= step
    }
  })
  return sum
}

/** Whole numbers from 0 to below `count`, always the same ones: Mulberry32 (Tommy Ettinger, 2017), public domain. */
function drawFrom(count: number): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
}
