import { pastRatiosOf } from '../../site/portfolio/positions/past-ratios.ts'
import { type HeldPayment, rangeOfSum } from '../../site/portfolio/positions/sum-range.ts'
import { addDays, thursdayOf } from '../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../admin-api/market-days/types.ts'
import type { ReplayedPayment } from '../../admin-api/estimator/estimator.ts'

/** Holdings as visitors have them: one issuer's, one idea, a little of everything. */
const fleets: Readonly<Record<string, readonly string[]>> = {
  'best known': ['MSTY', 'ULTY', 'CONY', 'NVDY', 'TSLY'],
  'funds of funds': ['YMAX', 'YMAG', 'ULTY', 'LFGY', 'GPTY'],
  'single tech': ['NVDY', 'AMZY', 'GOOY', 'MSFO', 'APLY', 'FBY'],
  crypto: ['MSTY', 'CONY', 'MARO', 'YBIT', 'YBTC', 'COIW'],
  WeeklyPay: ['NVDW', 'PLTW', 'TSLW', 'COIW', 'AAPW'],
  indexes: ['XDTE', 'QDTE', 'RDTE', 'QQQY', 'IWMY', 'WDTE'],
  YieldBOOST: ['TSYY', 'YSPY', 'TQQY', 'NVYY', 'XBTY'],
  'one an issuer': ['MSTY', 'XDTE', 'QQQY', 'TSYY', 'PLTW'],
  two: ['MSTY', 'XDTE'],
  twenty: [
    ...['MSTY', 'ULTY', 'CONY', 'NVDY', 'TSLY', 'YMAX', 'YMAG', 'AMZY', 'PLTY', 'SMCY'],
    ...['DIPS', 'XDTE', 'QDTE', 'YBTC', 'NVDW', 'PLTW', 'QQQY', 'WDTE', 'TSYY', 'NVYY']
  ]
}

/** How often the range of a sum held what was paid; all in percent. */
export type FleetScore = {
  fleet: string
  /** Weeks, or starts of a longer span. */
  n: number
  coveragePercent: number
  belowPercent: number
  /** Mean of (high - low) / estimate. */
  widthPercent: number
}

/** The spans a visitor is shown a sum of, in weeks: this week, this month, a quarter for want of enough whole years. */
export const horizons = [1, 4, 13] as const

/** Each fund is held for as much as pays this many dollars at first, so that none decides alone. */
const dollarsEach = 100

/**
 * Goes through the weeks from `from` to `to` and compares the range of all that each fleet was to be paid within
 * `horizon` weeks, drawn from the errors of the weeks before, with what came. What comes after a fund's next payment
 * is expected at the estimate of that.
 */
export function scoreFleets(
  replayed: readonly ReplayedPayment[],
  span: { from: IsoDay; to: IsoDay; horizon: number }
): FleetScore[] {
  const bySymbol = Map.groupBy(replayed, ({ symbol }) => symbol)
  return Object.entries(fleets).map(([fleet, symbols]) =>
    scoreFleet(fleet, new Map(symbols.map((symbol) => [symbol, bySymbol.get(symbol) ?? []])), span)
  )
}

function scoreFleet(
  fleet: string,
  funds: ReadonlyMap<string, readonly ReplayedPayment[]>,
  { from, to, horizon }: { from: IsoDay; to: IsoDay; horizon: number }
): FleetScore {
  const count = { n: 0, inside: 0, below: 0, width: 0 }
  const last = addDays(thursdayOf(to), -7 * (horizon - 1))
  for (let week = thursdayOf(from); week <= last; week = addDays(week, 7)) {
    const end = addDays(week, 7 * horizon)
    let paid = 0
    const payments = [...funds].flatMap(([symbol, all]): HeldPayment[] => {
      const coming = all.filter(({ exDate }) => thursdayOf(exDate) >= week && thursdayOf(exDate) < end)
      const [next] = coming
      if (next === undefined) return []
      const shares = dollarsEach / (all.find(({ exDate }) => exDate >= from) ?? next).estimate
      paid += shares * coming.reduce((sum, { actual }) => sum + actual, 0)
      const pastRatios = pastRatiosOf(all.filter(({ exDate }) => thursdayOf(exDate) < week).map(toRecorded))
      const estimate = shares * next.estimate
      return coming.map(({ exDate }) => ({ symbol, exDate, estimate, isDeclared: false, pastRatios }))
    })
    const range = rangeOfSum(payments)
    if (range === null) continue
    count.n += 1
    count.width += (range.high - range.low) / payments.reduce((sum, { estimate }) => sum + estimate, 0)
    if (paid < range.low) count.below += 1
    else if (paid <= range.high) count.inside += 1
  }
  const percent = (part: number): number => (100 * part) / count.n
  return {
    fleet,
    n: count.n,
    coveragePercent: percent(count.inside),
    belowPercent: percent(count.below),
    widthPercent: percent(count.width)
  }
}

function toRecorded({ exDate, estimate, actual }: ReplayedPayment) {
  return { ex_date: exDate, origin: 'replayed', amount: estimate, actual } as const
}

/** Of several fleets together: every week of each counts alike. */
export function averageOf(scores: readonly FleetScore[]): FleetScore {
  const n = scores.reduce((sum, score) => sum + score.n, 0)
  const mean = (of: (score: FleetScore) => number): number =>
    scores.reduce((sum, score) => sum + of(score) * score.n, 0) / n
  return {
    fleet: 'all',
    n,
    coveragePercent: mean(({ coveragePercent }) => coveragePercent),
    belowPercent: mean(({ belowPercent }) => belowPercent),
    widthPercent: mean(({ widthPercent }) => widthPercent)
  }
}

/** The scores of one horizon as lines for a terminal, first all together. */
export function toFleetLines(scores: readonly FleetScore[]): string[] {
  const cell = (value: number): string => value.toFixed(0).padStart(9)
  return [
    `${'fleet'.padEnd(16)}        n   inside    below    width`,
    ...[averageOf(scores), ...scores].map(
      ({ fleet, n, coveragePercent, belowPercent, widthPercent }) =>
        `${fleet.padEnd(16)}${cell(n)}${cell(coveragePercent)}${cell(belowPercent)}${cell(widthPercent)}`
    )
  ]
}
