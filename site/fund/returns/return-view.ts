import type { ReturnFacts, ReturnRank } from '../../../admin-api/contract/fund-returns.ts'
import {
  type GrowthPoint,
  growthSince,
  type ReturnSummary,
  summariseGrowth
} from '../../../admin-api/returns/growth.ts'
import { type Holding, holdingSince, yieldOnCost } from '../../../admin-api/returns/holding.ts'
import { annualise } from '../../../admin-api/returns/yearly-rate.ts'

/** Dollars that the section puts in. */
export const stake = 10_000

type Payment = ReturnFacts['payments'][number]

/** One way of counting: what $10,000 became, and as percent in all and a year; null for too few days. */
type Way = {
  name: 'Reinvested' | 'Cash kept' | 'Price alone'
  dollars: number
  percent: number
  yearlyPercent: number | null
  values: { date: string; value: number }[]
}

/** All that the section says of one fund from one day. */
export type ReturnView = {
  symbol: string
  /** The day that was asked for; figures begin with the first close of it or later. */
  since: string
  summary: ReturnSummary
  holding: Holding
  ways: Way[]
  /** The regular payment that the yield on own cost is made from; null where none is expected any more. */
  latest: (Payment & { paymentsAYear: number; yieldPercent: number }) | null
  residuals: number
  splits: ReturnFacts['splits']
  rank: ReturnRank | null
  isFromFirst: boolean
}

/**
 * What a fund really returned since a day. null where there are fewer than two closes since.
 * @param rank since the first of these closes
 */
export function viewReturns(
  symbol: string,
  facts: ReturnFacts,
  since: string,
  rank: ReturnRank | null
): ReturnView | null {
  const points = growthSince(facts, since)
  const summary = summariseGrowth(points)
  const holding = holdingSince(facts, since)
  if (summary === null || holding === null) return null
  const { from, to } = summary
  const isCounted = ({ exDate }: Payment) => exDate > from && exDate <= to
  return {
    symbol,
    since,
    summary,
    holding,
    ways: waysOf(points),
    latest: latestOf(facts, holding),
    residuals: facts.payments.filter((payment) => payment.isResidual && isCounted(payment)).length,
    splits: facts.splits.filter(({ date }) => date === null || (date > from && date <= to)),
    rank,
    isFromFirst: facts.closes[0]?.date === from
  }
}

function waysOf(points: readonly GrowthPoint[]): Way[] {
  const days = (Date.parse(points.at(-1)?.date ?? '') - Date.parse(points[0]?.date ?? '')) / 86_400_000
  const way = (name: Way['name'], growthOf: (point: GrowthPoint) => number): Way => {
    const last = points.at(-1)
    const growth = last === undefined ? 1 : growthOf(last)
    const yearly = annualise(growth, days)
    return {
      name,
      dollars: stake * growth,
      percent: 100 * (growth - 1),
      yearlyPercent: yearly === null ? null : 100 * yearly,
      values: points.map((point) => ({ date: point.date, value: stake * growthOf(point) }))
    }
  }
  return [
    way('Reinvested', ({ reinvested }) => reinvested),
    way('Cash kept', ({ withDistributions }) => withDistributions),
    way('Price alone', ({ price }) => price)
  ]
}

function latestOf({ payments, paymentsAYear }: ReturnFacts, { bought }: Holding): ReturnView['latest'] {
  const latest = payments.findLast(({ isResidual }) => !isResidual)
  if (latest === undefined || paymentsAYear === null) return null
  return { ...latest, paymentsAYear, yieldPercent: yieldOnCost(latest.amount, paymentsAYear, bought.close) }
}
