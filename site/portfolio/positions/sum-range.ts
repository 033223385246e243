import { thursdayOf } from '../../../admin-api/market-days/days.ts'
import { pastFrequencies } from '../../../admin-api/market-days/frequency.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { mean, randomNumbers, weightedQuantiles } from '../../../admin-api/numbers/statistics.ts'

/** An estimated payment for all shares, in dollars; payments after the next one use the next one's estimate. */
type EstimatedPayment = { symbol: string; exDate: IsoDay; amount: number }

/** A fund's result in one past week: payment relative to the estimate, and the estimate's next step. */
type Move = Pick<PastRatio, 'ratio' | 'step'>

/** A fund during one simulated path; `level` is its estimate as a multiple of today's. */
type SimulatedFund = { moves: readonly Move[]; level: number }

type Due = { fund: SimulatedFund; amount: number }

/** 80 % range of a sum of payments in dollars. */
export type SumRange = { low: number; high: number }

/** Past weeks to draw from, equally likely. Two years, to include yearly events. */
const maxWeeks = 104
/** Minimum number of weeks for a range. */
const minWeeks = 10
/** Simulated paths for several weeks; a single week uses every past one. */
const pathCount = 1000
/** Consecutive past weeks per draw. */
const stretch = 2
const tail = 0.1

/**
 * 80 % range of the sum of the payments. null without a payment or with fewer than ten past weeks.
 * Deterministic: the same payments give the same range.
 * The range of a sum isn't the sum of ranges: some funds err in opposite directions, and those with a common market
 * err together. So each upcoming week copies one past week for all funds at once: a fund pays the same fraction of
 * its estimate as then. Its later payments follow how its estimate moved from then on, cumulatively, so a fall
 * persists. Past weeks are drawn in pairs, because jumps often reverse a week later. Source: moving blocks
 * bootstrap (Kuensch, Annals of Statistics 17, 1989) of whole weeks.
 * A fund without a payment in a past week uses another week of its own; a fund without a record follows the average
 * of the others.
 * @param known funds with their records from `pastRatiosOf`, by symbol
 */
export function rangeOfSum(
  payments: readonly EstimatedPayment[],
  known: ReadonlyMap<string, { pastRatios: readonly PastRatio[] }>
): SumRange | null {
  if (payments.length === 0) return null
  const records = new Map(payments.map(({ symbol }) => [symbol, known.get(symbol)?.pastRatios ?? []]))
  const past = listWeeks([...records.values()])
  if (past.length < minWeeks) return null
  const funds = readFunds(records, past)
  const weeks = listDue(payments, funds)
  const sums = drawPaths(weeks.length, past.length).map((path) => sumOf(weeks, funds, path))
  const sample = sums.map((value) => ({ value, weight: 1 }))
  const [low = 0, high = 0] = weightedQuantiles(sample, [tail, 1 - tail])
  return { low, high }
}

/** Past weeks to draw from, oldest first. */
function listWeeks(records: readonly (readonly PastRatio[])[]): IsoDay[] {
  return [...new Set(records.flatMap((record) => record.map(({ week }) => week)))].sort().slice(-maxWeeks)
}

function readFunds(
  records: ReadonlyMap<string, readonly PastRatio[]>,
  past: readonly IsoDay[]
): Map<string, SimulatedFund> {
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

/** One move per past week. Weeks without a payment use the fund's other weeks in turn. */
function movesOf(record: readonly PastRatio[], past: readonly IsoDay[]): Move[] {
  const moveIn = new Map<IsoDay, Move>(record.map((one) => [one.week, one]))
  const own = past.flatMap((week) => moveIn.get(week) ?? [])
  const fallback = own.length > 0 ? own : record
  let missing = 0
  return past.flatMap((week) => moveIn.get(week) ?? fallback[missing++ % fallback.length] ?? [])
}

/** Upcoming weeks in order, each with its payments. */
function listDue(payments: readonly EstimatedPayment[], funds: ReadonlyMap<string, SimulatedFund>): Due[][] {
  return [...Map.groupBy(payments, ({ exDate }) => thursdayOf(exDate))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, due]) =>
      due.flatMap(({ symbol, amount }) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : { fund, amount }
      })
    )
}

/** Simulated paths: for each upcoming week the index of the past week it copies. */
function drawPaths(coming: number, past: number): number[][] {
  if (coming === 1) return Array.from({ length: past }, (_, week) => [week])
  const random = randomNumbers(1)
  const draw = () => Math.floor(random() * past)
  return Array.from({ length: pathCount }, () => {
    const starts = Array.from({ length: Math.ceil(coming / stretch) }, draw)
    return Array.from(
      { length: coming },
      (_, i) => ((starts[Math.floor(i / stretch)] ?? 0) + (i % stretch)) % past
    )
  })
}

/** Sum of all payments if each upcoming week copies the past week named by `path`. */
function sumOf(
  weeks: readonly Due[][],
  funds: ReadonlyMap<string, SimulatedFund>,
  path: readonly number[]
): number {
  for (const fund of funds.values()) fund.level = 1
  let sum = 0
  weeks.forEach((due, i) => {
    for (const { fund, amount } of due) {
      const { ratio, step } = fund.moves[path[i] ?? 0] ?? { ratio: 1, step: 1 }
      sum += amount * fund.level * ratio
      fund.level *= step
    }
  })
  return sum
}

/** Result of one past payment compared with its estimate and the next one. */
export type PastRatio = {
  /** Thursday of its ex-date's week. */
  week: IsoDay
  /** Paid / estimated; 0 or more. */
  ratio: number
  /** Estimate of the fund's next payment / this one; 1 for the newest. */
  step: number
}

/** A scored estimate in dollars per share, on one share basis. */
type PastEstimate = { ex_date: IsoDay; origin: 'live' | 'replayed'; amount: number; actual: number }

/**
 * The record of one fund for `rangeOfSum`, oldest first, at the current frequency only: monthly estimates err and
 * move differently from weekly ones. Live estimates win over backtested ones for the same payment; zeros are left
 * out.
 * @param past in any order, such as `past_estimates` of a fund's data file
 */
export function pastRatiosOf(past: readonly PastEstimate[]): PastRatio[] {
  const counted = new Map<IsoDay, PastEstimate>()
  for (const one of past) {
    if (one.amount > 0 && (one.origin === 'live' || !counted.has(one.ex_date))) counted.set(one.ex_date, one)
  }
  const all = [...counted.values()].sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1))
  const areWeekly = pastFrequencies(all.map(({ ex_date }) => ex_date)).map((frequency) => frequency === 52)
  return all.slice(areWeekly.lastIndexOf(!areWeekly.at(-1)) + 1).map((one, i, list) => ({
    week: thursdayOf(one.ex_date),
    ratio: one.actual / one.amount,
    step: (list[i + 1]?.amount ?? one.amount) / one.amount
  }))
}
