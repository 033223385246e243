import type { Rank, ReinvestmentNeeded, ReturnFacts } from '../../../admin-api/contract/fund-page.ts'
import { minRanked } from '../../../admin-api/contract/vocabulary.ts'
import { closeAt } from '../../../admin-api/market-days/closes.ts'
import { daysBetween } from '../../../admin-api/market-days/days.ts'
import {
  type GrowthPoint,
  type GrowthSummary,
  growthSince,
  summarizeGrowth
} from '../../../admin-api/returns/growth.ts'
import { type Holding, holdingSince, yieldOnCost } from '../../../admin-api/returns/holding.ts'
import { reinvestmentNeeded } from '../../../admin-api/returns/reinvestment-needed.ts'
import { annualize } from '../../../admin-api/returns/yearly-rate.ts'

/** Amount invested in the example, dollars. */
export const stake = 10_000

type Payment = ReturnFacts['payments'][number]

/** Value of the example's amount by a method of reinvesting, or in the underlying. */
type Way = {
  name: string
  dollars: number
  percent: number
  /** Null for too few days. */
  yearlyPercent: number | null
  values: { date: string; value: number }[]
}

/** Everything the section shows for one fund and day. */
export type ReturnView = {
  symbol: string
  /** Requested day; figures start at the first close on or after it. */
  since: string
  summary: GrowthSummary
  holding: Holding
  ways: Way[]
  /** Regular payment used for yield on cost; null if none is expected any more. */
  latest: (Payment & { paymentsAYear: number; yieldPercent: number }) | null
  /** Since the day, or over the last year if that is the first one; null without so long a history. */
  needed: ReinvestmentNeeded | null
  /** Number of residual payments in the span. */
  residuals: number
  splits: ReturnFacts['splits']
  /** Null if too few funds are compared. */
  rank: Rank | null
}

/**
 * Returns of a fund since a day. null with fewer than two closes.
 * @param rank since the first of these closes
 */
export function viewReturns(
  symbol: string,
  facts: ReturnFacts,
  since: string,
  rank: Rank | null
): ReturnView | null {
  const points = growthSince(facts, since)
  const summary = summarizeGrowth(points)
  const holding = holdingSince(facts, since)
  if (summary === null || holding === null) return null
  const { from, to } = summary
  const isFromFirst = facts.closes[0]?.date === from
  const isCounted = ({ exDate }: Payment) => exDate > from && exDate <= to
  return {
    symbol,
    since,
    summary,
    holding,
    ways: waysOf(points, facts.underlying),
    latest: latestOf(facts, holding),
    needed: reinvestmentNeeded(facts, isFromFirst ? undefined : from),
    residuals: facts.payments.filter((payment) => payment.isResidual && isCounted(payment)).length,
    splits: facts.splits.filter(({ date }) => date === null || (date > from && date <= to)),
    rank: rank !== null && rank.of >= minRanked ? rank : null
  }
}

function waysOf(points: readonly GrowthPoint[], underlying: ReturnFacts['underlying']): Way[] {
  const [first, last] = [points[0]?.date ?? '', points.at(-1)?.date ?? '']
  const way = (name: string, values: Way['values']): Way => {
    const growth = (values.at(-1)?.value ?? stake) / stake
    const yearly = annualize(growth, daysBetween(first, last))
    return {
      name,
      dollars: stake * growth,
      percent: 100 * (growth - 1),
      yearlyPercent: yearly && 100 * yearly,
      values
    }
  }
  const wayBy = (name: string, growthOf: (point: GrowthPoint) => number) => {
    const values = points.map((point) => ({ date: point.date, value: stake * growthOf(point) }))
    return way(name, values)
  }
  const start = underlying && closeAt(underlying.closes, first)
  return [
    wayBy('Reinvested', ({ reinvested }) => reinvested),
    wayBy('Cash kept', ({ withDistributions }) => withDistributions),
    wayBy('Price return', ({ price }) => price),
    ...(start
      ? [
          way(
            underlying.ticker,
            underlying.closes
              .filter(({ date }) => date >= start.date && date <= last)
              .map(({ date, close }) => ({ date, value: (stake * close) / start.close }))
          )
        ]
      : [])
  ]
}

function latestOf({ payments, paymentsAYear }: ReturnFacts, { bought }: Holding): ReturnView['latest'] {
  const latest = payments.findLast(({ isResidual }) => !isResidual)
  if (latest === undefined || paymentsAYear === null) return null
  return { ...latest, paymentsAYear, yieldPercent: yieldOnCost(latest.amount, paymentsAYear, bought.close) }
}
