import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { describeRoc } from '../../admin-api/returns/return-of-capital.ts'
import { shortestYearlySpanDays } from '../../admin-api/returns/yearly-rate.ts'
import {
  formatChange,
  formatCount,
  formatDay,
  formatDividend,
  formatMoney,
  formatPercent
} from '../lib/format.ts'
import { type ComparedFund, stake } from './compare-funds.ts'

/** Text of a table cell; '–' if unknown. */
type Cell = { figure: string; note?: string }

export type Measure = {
  name: string
  /** Explanation if the name isn't enough. */
  hint?: string
  cell: (fund: ComparedFund, today: string) => Cell
  /** Value for export: an unrounded number in this unit, or a day. */
  unit: string
  value: (fund: ComparedFund) => number | string | null
  /** Whether more or less is better for a holder; absent if neither. */
  better?: 'more' | 'less'
}

const nothing: Cell = { figure: '–' }
const percentOf = (fraction: number) => 100 * fraction

export const measures: readonly Measure[] = [
  {
    name: `$${formatCount(stake)} became`,
    hint: 'distributions reinvested on their pay dates',
    cell: ({ summary }) => ({ figure: `$${formatCount(Math.round(stake * (1 + summary.reinvested)))}` }),
    unit: 'dollars',
    value: ({ summary }) => stake * (1 + summary.reinvested),
    better: 'more'
  },
  {
    name: 'Total return',
    cell: ({ summary }) => ({ figure: formatChange(percentOf(summary.reinvested)) }),
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.reinvested)
  },
  {
    name: 'Total return a year',
    cell: ({ summary: { yearly } }) =>
      yearly === null
        ? { ...nothing, note: `under ${shortestYearlySpanDays} days` }
        : { figure: formatChange(percentOf(yearly)) },
    unit: 'percent a year',
    value: ({ summary: { yearly } }) => (yearly === null ? null : percentOf(yearly))
  },
  {
    name: 'Price return',
    cell: ({ summary, firstClose, lastClose }) => ({
      figure: formatChange(percentOf(summary.price)),
      note: `${formatMoney(firstClose)} to ${formatMoney(lastClose)}`
    }),
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.price),
    better: 'more'
  },
  {
    name: 'Distributions',
    hint: 'per share, and as a share of the first price',
    cell: ({ distributions, firstClose }) => ({
      figure: formatMoney(distributions),
      note: `${formatPercent((100 * distributions) / firstClose)} of it`
    }),
    unit: 'dollars a share',
    value: ({ distributions }) => distributions
  },
  {
    name: 'Reinvestment needed',
    hint: 'smallest share of each payment that kept the value of the first day',
    cell: ({ reinvestment }) => {
      if (reinvestment === null) return nothing
      const { share, payments } = reinvestment
      const note = countOf(payments, 'payment')
      return share === null
        ? { figure: 'Over 100%', note }
        : { figure: formatPercent(percentOf(share), 0), note }
    },
    unit: 'percent of each payment',
    value: ({ reinvestment }) => (reinvestment?.share == null ? null : percentOf(reinvestment.share)),
    better: 'less'
  },
  {
    name: 'Max drawdown',
    hint: 'largest fall of the total return from a peak',
    cell: ({ summary }) => ({ figure: formatChange(percentOf(summary.maxDrawdown)) }),
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.maxDrawdown),
    better: 'more'
  },
  {
    name: 'Payment variability',
    hint: 'half of payments differed from the median by more than this, as yields',
    cell: ({ variability }) =>
      variability === null
        ? { ...nothing, note: 'too few payments' }
        : {
            figure: `±${formatPercent(percentOf(variability.deviation), 1)}`,
            note: `the last ${variability.payments}`
          },
    unit: 'percent of the median payment',
    value: ({ variability }) => variability && percentOf(variability.deviation),
    better: 'less'
  },
  {
    name: 'Yield',
    hint: 'a year of the next estimate, divided by the price',
    cell: ({ yieldPercent }) => (yieldPercent === null ? nothing : { figure: formatPercent(yieldPercent) }),
    unit: 'percent a year',
    value: ({ yieldPercent }) => yieldPercent
  },
  {
    name: 'Return of capital',
    hint: 'share of the latest payment, and where the figure comes from',
    cell: ({ returnOfCapital: roc }) =>
      roc === null
        ? { ...nothing, note: 'unknown' }
        : { figure: formatPercent(roc.percent, 1), note: describeRoc(roc) },
    unit: 'percent of the payment',
    value: ({ returnOfCapital }) => returnOfCapital?.percent ?? null
  },
  {
    name: 'Next estimate',
    hint: 'per share, with its 80% range',
    cell: ({ estimate }) =>
      estimate === null
        ? { ...nothing, note: 'no estimate' }
        : {
            figure: formatDividend(estimate.amount),
            note: `${formatDividend(estimate.low)} to ${formatDividend(estimate.high)}`
          },
    unit: 'dollars a share',
    value: ({ estimate }) => estimate?.amount ?? null
  },
  {
    name: 'Next ex-date',
    cell: ({ estimate, next }, today) => {
      if (estimate === null) return nothing
      const known = next?.state === 'declared' ? 'declared' : 'estimated'
      const note = estimate.dates_confirmed_on === null ? known : 'confirmed'
      return {
        figure: formatDay(estimate.ex_date),
        note: estimate.ex_date < today ? 'not confirmed' : note
      }
    },
    unit: 'day',
    value: ({ estimate }) => estimate?.ex_date ?? null
  },
  {
    name: 'Median error',
    hint: 'half of our estimates were further off',
    cell: ({ typicalError }) =>
      typicalError === null
        ? { ...nothing, note: 'no record yet' }
        : {
            figure: formatPercent(typicalError.percent, 1),
            note: `of ${typicalError.estimates}, backtested`
          },
    unit: 'percent of the payment',
    value: ({ typicalError }) => typicalError?.percent ?? null,
    better: 'less'
  }
]

/** Symbols of the best funds; none if all are equal or the measure has no better. */
export function bestIn({ value, better }: Measure, funds: readonly ComparedFund[]): string[] {
  if (better === undefined) return []
  const sign = better === 'more' ? 1 : -1
  const known = funds.flatMap((fund) => {
    const own = value(fund)
    return typeof own !== 'number' ? [] : [{ symbol: fund.symbol, score: sign * own }]
  })
  const most = Math.max(...known.map(({ score }) => score))
  const best = known.filter(({ score }) => score === most)
  return best.length === known.length ? [] : best.map(({ symbol }) => symbol)
}
