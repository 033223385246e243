import type { BacktestedPayment } from '../../admin-api/estimator/estimator.ts'
import {
  createSampler,
  type PathSample,
  projectAmounts,
  readPace
} from '../../admin-api/estimator/outlook/outlook.ts'
import { addDays, daysBetween, thursdayOf } from '../../admin-api/market-days/days.ts'
import type { FundHistory, IsoDay } from '../../admin-api/market-days/types.ts'
import { daysPaidFor } from '../../admin-api/market-days/usual-payments.ts'
import { pastRatiosOf } from '../../site/portfolio/funds/past-ratios.ts'
import { type FundErrors, rangeOfSum } from '../../site/portfolio/positions/sum-range.ts'
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

/** Spans of the sums that the site shows, in weeks. */
export const horizons = [1, 4, 13, 26, 52] as const

/** Dollars of the first payment of each position, equal so that no fund dominates. */
const dollarsEach = 100

/** What a portfolio's score needs to know of the past; `samplesOf` has each fund's sample by week and symbol. */
type Past = {
  funds: readonly FundHistory[]
  backtested: readonly BacktestedPayment[]
  samplesOf: ReadonlyMap<IsoDay, ReadonlyMap<string, PathSample>>
}

type PortfolioSpan = { from: IsoDay; to: IsoDay; horizon: number }

/** Samples of all weeks of a span, for horizons that share them. */
export function readPast(
  funds: readonly FundHistory[],
  backtested: readonly BacktestedPayment[],
  { from, to }: Pick<PortfolioSpan, 'from' | 'to'>
): Past {
  const weeks = listWeeks({ from, to, horizon: 1 })
  const end =
    funds
      .flatMap(({ closes }) => closes.at(-1)?.date ?? [])
      .sort()
      .at(-1) ?? to
  const sampleAt = createSampler(funds, weeks.map(fridayBefore), end)
  return { funds, backtested, samplesOf: new Map(weeks.map((week) => [week, sampleAt(fridayBefore(week))])) }
}

/**
 * Compares the range of each portfolio's total payments within `horizon` weeks, calculated from the errors of earlier
 * weeks, with the actual total, for each week from `from` to `to`. Payments after a fund's next one follow its path as
 * known on the Friday before.
 */
export function scorePortfolios(
  { funds, backtested, samplesOf }: Past,
  span: PortfolioSpan
): PortfolioScore[] {
  const bySymbol = Map.groupBy(backtested, ({ symbol }) => symbol)
  const historyOf = new Map(funds.map((fund) => [fund.symbol, fund]))
  return Object.entries(portfolios).map(([portfolio, symbols]) => {
    const held = symbols.flatMap((symbol): HeldPast[] => {
      const history = historyOf.get(symbol)
      return history === undefined ? [] : [{ history, all: bySymbol.get(symbol) ?? [] }]
    })
    return scorePortfolio(portfolio, held, samplesOf, span)
  })
}

type HeldPast = { history: FundHistory; all: readonly BacktestedPayment[] }

function listWeeks({ from, to, horizon }: PortfolioSpan): IsoDay[] {
  const weeks: IsoDay[] = []
  const last = addDays(thursdayOf(to), -7 * (horizon - 1))
  for (let week = thursdayOf(from); week <= last; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** The Friday before a week that is named by its Thursday. */
function fridayBefore(week: IsoDay): IsoDay {
  return addDays(week, -6)
}

function scorePortfolio(
  portfolio: string,
  held: readonly HeldPast[],
  samplesOf: ReadonlyMap<IsoDay, ReadonlyMap<string, PathSample>>,
  span: PortfolioSpan
): PortfolioScore {
  const count = { n: 0, inside: 0, below: 0, width: 0 }
  for (const week of listWeeks(span)) {
    const end = addDays(week, 7 * span.horizon)
    let paid = 0
    const records = new Map<string, FundErrors>()
    const payments = held.flatMap(({ history, all }) => {
      const { symbol } = history
      const upcoming = all.filter(({ exDate }) => thursdayOf(exDate) >= week && thursdayOf(exDate) < end)
      const [next] = upcoming
      if (next === undefined) return []
      const shares = dollarsEach / (all.find(({ exDate }) => exDate >= span.from) ?? next).estimate
      paid += shares * upcoming.reduce((sum, { actual }) => sum + actual, 0)
      const past = all.filter(({ exDate }) => thursdayOf(exDate) < week)
      records.set(symbol, {
        asOf: fridayBefore(week),
        pastRatios: pastRatiosOf(past.map(toRecorded)),
        pathErrors: samplesOf.get(week)?.get(symbol) ?? []
      })
      const amounts = projectUpcoming(history, upcoming, past.at(-1)?.exDate, fridayBefore(week))
      return upcoming.map(({ exDate }, i) => ({
        symbol,
        exDate,
        amount: shares * (amounts[i] ?? next.estimate)
      }))
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

/** Amounts a share of coming payments as expected at the close of `day`: the estimate of the next one, then the path. */
function projectUpcoming(
  history: FundHistory,
  upcoming: readonly BacktestedPayment[],
  lastExDate: IsoDay | undefined,
  day: IsoDay
): number[] {
  const pace = readPace(history, day)
  if (pace === null) return []
  const days = [lastExDate ?? day, ...upcoming.map(({ exDate }) => exDate)]
  const spans = upcoming.map(({ exDate }, i) => ({
    days: daysPaidFor(daysBetween(days[i] ?? exDate, exDate))
  }))
  return projectAmounts(pace, spans, [upcoming[0]?.estimate])
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
