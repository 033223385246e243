import type { BacktestedPayment } from '../../admin-api/estimator/estimator.ts'
import { addDays, thursdayOf } from '../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../admin-api/market-days/types.ts'
import { type PastRatio, pastRatiosOf, rangeOfSum } from '../../site/portfolio/positions/sum-range.ts'
import { alignColumns } from '../command.ts'

/** Typical portfolios of visitors: one issuer, one theme, a little of everything. */
const portfolios: Readonly<Record<string, readonly string[]>> = {
  'best known': ['MSTY', 'ULTY', 'CONY', 'NVDY', 'TSLY'],
  'funds of funds': ['YMAX', 'YMAG', 'ULTY', 'LFGY', 'GPTY'],
  'single tech': ['NVDY', 'AMZY', 'GOOY', 'MSFO', 'APLY', 'FBY'],
  crypto: ['MSTY', 'CONY', 'MARO', 'YBIT', 'YBTC', 'COIW'],
  WeeklyPay: ['NVDW', 'PLTW', 'TSLW', 'COIW', 'AAPW'],
  indexes: ['XDTE', 'QDTE', 'RDTE', 'QQQY', 'IWMY', 'WDTE'],
  YieldBOOST: ['TSYY', 'YSPY', 'TQQY', 'NVYY', 'XBTY'],
  'one per issuer': ['MSTY', 'XDTE', 'QQQY', 'TSYY', 'PLTW'],
  two: ['MSTY', 'XDTE'],
  twenty: [
    ...['MSTY', 'ULTY', 'CONY', 'NVDY', 'TSLY', 'YMAX', 'YMAG', 'AMZY', 'PLTY', 'SMCY'],
    ...['DIPS', 'XDTE', 'QDTE', 'YBTC', 'NVDW', 'PLTW', 'QQQY', 'WDTE', 'TSYY', 'NVYY']
  ]
}

/** How often the range of a sum contained the payments; in percent. */
type PortfolioScore = {
  portfolio: string
  /** Number of spans; one starts each week. */
  n: number
  coveragePercent: number
  belowPercent: number
  /** Mean of (high - low) / estimate. */
  widthPercent: number
}

/** Spans of the sums that the site shows, in weeks; a quarter replaces a year, because there are too few years. */
export const horizons = [1, 4, 13] as const

/** Dollars of the first payment of each position, equal so that no fund dominates. */
const dollarsEach = 100

/**
 * Compares the range of each portfolio's total payments within `horizon` weeks, calculated from the errors of earlier
 * weeks, with the actual total, for each week from `from` to `to`. Payments after a fund's next one are expected to
 * equal the estimate of the next one.
 */
export function scorePortfolios(
  backtested: readonly BacktestedPayment[],
  span: { from: IsoDay; to: IsoDay; horizon: number }
): PortfolioScore[] {
  const bySymbol = Map.groupBy(backtested, ({ symbol }) => symbol)
  return Object.entries(portfolios).map(([portfolio, symbols]) =>
    scorePortfolio(portfolio, new Map(symbols.map((symbol) => [symbol, bySymbol.get(symbol) ?? []])), span)
  )
}

function scorePortfolio(
  portfolio: string,
  funds: ReadonlyMap<string, readonly BacktestedPayment[]>,
  { from, to, horizon }: { from: IsoDay; to: IsoDay; horizon: number }
): PortfolioScore {
  const count = { n: 0, inside: 0, below: 0, width: 0 }
  const last = addDays(thursdayOf(to), -7 * (horizon - 1))
  for (let week = thursdayOf(from); week <= last; week = addDays(week, 7)) {
    const end = addDays(week, 7 * horizon)
    let paid = 0
    const records = new Map<string, { pastRatios: PastRatio[] }>()
    const payments = [...funds].flatMap(([symbol, all]) => {
      const upcoming = all.filter(({ exDate }) => thursdayOf(exDate) >= week && thursdayOf(exDate) < end)
      const [next] = upcoming
      if (next === undefined) return []
      const shares = dollarsEach / (all.find(({ exDate }) => exDate >= from) ?? next).estimate
      paid += shares * upcoming.reduce((sum, { actual }) => sum + actual, 0)
      const past = all.filter(({ exDate }) => thursdayOf(exDate) < week)
      records.set(symbol, { pastRatios: pastRatiosOf(past.map(toRecorded)) })
      return upcoming.map(({ exDate }) => ({ symbol, exDate, amount: shares * next.estimate }))
    })
    const range = rangeOfSum(payments, records)
    if (range === null) continue
    count.n += 1
    count.width += (range.high - range.low) / payments.reduce((sum, { amount }) => sum + amount, 0)
    if (paid < range.low) count.below += 1
    else if (paid <= range.high) count.inside += 1
  }
  const percent = (part: number): number => (100 * part) / count.n
  return {
    portfolio,
    n: count.n,
    coveragePercent: percent(count.inside),
    belowPercent: percent(count.below),
    widthPercent: percent(count.width)
  }
}

export function toRecorded({ exDate, estimate, actual }: BacktestedPayment) {
  return { ex_date: exDate, origin: 'replayed', amount: estimate, actual } as const
}

/** Mean scores of several portfolios, weighted by their numbers of spans. */
export function averageOf(scores: readonly PortfolioScore[]): PortfolioScore {
  const n = scores.reduce((sum, score) => sum + score.n, 0)
  const mean = (of: (score: PortfolioScore) => number): number =>
    scores.reduce((sum, score) => sum + of(score) * score.n, 0) / n
  return {
    portfolio: 'all',
    n,
    coveragePercent: mean(({ coveragePercent }) => coveragePercent),
    belowPercent: mean(({ belowPercent }) => belowPercent),
    widthPercent: mean(({ widthPercent }) => widthPercent)
  }
}

/** Formats the scores of one horizon for a terminal, all portfolios together first. */
export function toPortfolioLines(scores: readonly PortfolioScore[]): string[] {
  return alignColumns([
    ['portfolio', 'n', 'inside', 'below', 'width'],
    ...[averageOf(scores), ...scores].map(({ portfolio, n, coveragePercent, belowPercent, widthPercent }) => [
      portfolio,
      ...[n, coveragePercent, belowPercent, widthPercent].map((value) => value.toFixed(0))
    ])
  ])
}
