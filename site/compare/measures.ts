import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { describeExpense } from '../../admin-api/returns/expense-ratio.ts'
import { describeRoc } from '../../admin-api/returns/return-of-capital.ts'
import { shortestYearlySpanDays } from '../../admin-api/returns/yearly-rate.ts'
import { formatRate } from '../accuracy/format-accuracy.ts'
import {
  formatChange,
  formatDay,
  formatDividend,
  formatDollars,
  formatMoney,
  formatPercent
} from '../lib/format.ts'
import { type ComparedFund, stake } from './compare-funds.ts'

export type Measure = {
  name: string
  /** Explanation if the name isn't enough. */
  hint?: string
  /** Unit of the value, for export. */
  unit: string
  /** An unrounded number in this unit, or a day; null if unknown. */
  value: (fund: ComparedFund) => number | string | null
  format: (value: number) => string
  /** Text of an unknown value, if it says more than a dash. */
  missing?: (fund: ComparedFund) => string
  note?: (fund: ComparedFund, today: string) => string
  /** Whether more or less is better for a holder; absent if neither. */
  better?: 'more' | 'less'
}

const percentOf = (fraction: number) => 100 * fraction

export const measures: readonly Measure[] = [
  {
    name: `${formatDollars(stake)} became`,
    hint: 'distributions reinvested on their pay dates',
    unit: 'dollars',
    value: ({ summary }) => stake * (1 + summary.reinvested),
    format: formatDollars,
    better: 'more'
  },
  {
    name: 'Total return',
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.reinvested),
    format: formatChange
  },
  {
    name: 'Total return a year',
    unit: 'percent a year',
    value: ({ summary: { yearly } }) => yearly && percentOf(yearly),
    format: formatChange,
    note: ({ summary: { yearly } }) => (yearly === null ? `under ${shortestYearlySpanDays} days` : '')
  },
  {
    name: 'Price return',
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.price),
    format: formatChange,
    note: ({ firstClose, lastClose }) => `${formatMoney(firstClose)} to ${formatMoney(lastClose)}`,
    better: 'more'
  },
  {
    name: 'Distributions',
    hint: 'per share, and as a share of the first price',
    unit: 'dollars a share',
    value: ({ distributions }) => distributions,
    format: formatMoney,
    note: ({ distributions, firstClose }) => `${formatPercent((100 * distributions) / firstClose)} of it`
  },
  {
    name: 'Reinvestment needed',
    hint: 'smallest share of each payment that kept the value of the first day',
    unit: 'percent of each payment',
    value: ({ reinvestment }) => (reinvestment?.share == null ? null : percentOf(reinvestment.share)),
    format: (percent) => formatPercent(percent, 0),
    missing: ({ reinvestment }) => (reinvestment === null ? '–' : 'Over 100%'),
    note: ({ reinvestment }) => (reinvestment === null ? '' : countOf(reinvestment.payments, 'payment')),
    better: 'less'
  },
  {
    name: 'Max drawdown',
    hint: 'largest fall of the total return from a peak',
    unit: 'percent',
    value: ({ summary }) => percentOf(summary.maxDrawdown),
    format: formatChange,
    better: 'more'
  },
  {
    name: 'Payment variability',
    hint: 'half of payments differed from the median by more than this, as yields',
    unit: 'percent of the median payment',
    value: ({ variability }) => variability && percentOf(variability.deviation),
    format: (percent) => `±${formatRate(percent)}`,
    note: ({ variability }) => (variability ? `the last ${variability.payments}` : 'too few payments'),
    better: 'less'
  },
  {
    name: 'Yield',
    hint: 'a year of the next estimate, divided by the price',
    unit: 'percent a year',
    value: ({ yieldPercent }) => yieldPercent,
    format: formatPercent
  },
  {
    name: 'Next 12 months, per $1,000',
    hint: 'expected payments, and their 80% range',
    unit: 'dollars',
    value: ({ yearPer1000 }) => yearPer1000?.amount ?? null,
    format: formatMoney,
    note: ({ yearPer1000: year }) =>
      year && year.low !== null && year.high !== null
        ? `${formatMoney(year.low)} to ${formatMoney(year.high)}`
        : ''
  },
  {
    name: 'Return of capital',
    hint: 'share of the latest payment, and where the figure comes from',
    unit: 'percent of the payment',
    value: ({ returnOfCapital }) => returnOfCapital?.percent ?? null,
    format: formatRate,
    note: ({ returnOfCapital }) => (returnOfCapital ? describeRoc(returnOfCapital) : 'unknown')
  },
  {
    name: 'Expense ratio',
    hint: 'what the fund costs a year',
    unit: 'percent a year',
    value: ({ expenseRatio }) => expenseRatio?.percent ?? null,
    format: (percent) => formatPercent(percent),
    missing: () => 'Unknown',
    note: ({ expenseRatio }, today) => (expenseRatio ? describeExpense(expenseRatio, today) : '')
  },
  {
    name: 'Next estimate',
    hint: 'per share, with its 80% range',
    unit: 'dollars a share',
    value: ({ estimate }) => estimate?.amount ?? null,
    format: formatDividend,
    note: ({ estimate }) =>
      estimate ? `${formatDividend(estimate.low)} to ${formatDividend(estimate.high)}` : 'no estimate'
  },
  {
    name: 'Expected ex-date',
    unit: 'day',
    value: ({ estimate }) => estimate?.ex_date ?? null,
    format: String,
    note: ({ estimate, next }, today) => {
      if (estimate === null) return ''
      if (estimate.ex_date < today) return 'not confirmed'
      if (estimate.dates_confirmed_on !== null) return 'confirmed'
      return next?.state === 'declared' ? 'declared' : 'estimated'
    }
  },
  {
    name: 'Median error',
    hint: 'half of our estimates were further off',
    unit: 'percent of the payment',
    value: ({ typicalError }) => typicalError?.percent ?? null,
    format: formatRate,
    note: ({ typicalError }) => (typicalError ? `of ${typicalError.estimates}, backtested` : 'no record yet'),
    better: 'less'
  }
]

/** A measure of a fund as text: '–' if it is unknown. */
export function figureOf({ value, format, missing }: Measure, fund: ComparedFund): string {
  const own = value(fund)
  if (own === null) return missing?.(fund) ?? '–'
  return typeof own === 'string' ? formatDay(own) : format(own)
}

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
