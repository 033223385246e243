import { addDays } from '../../../admin-api/market-days/days.ts'
import { formatMonth } from '../../lib/format.ts'
import {
  type BarPattern,
  type ChartFigure,
  type ChartModel,
  type ChartSeries,
  type ColorToken,
  roundTicks
} from '../../ui/chart/chart-model.ts'
import { formatAmount } from '../format-portfolio.ts'
import type { PaymentState, PortfolioPayment } from '../positions/portfolio-payments.ts'
import { monthSpan } from '../positions/spans.ts'

/** Months before this one, and from this one on; payments are listed for a year ahead. */
const monthsEachWay = 12
const colors: readonly ColorToken[] = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5']

type Kind = { name: string; pattern: BarPattern; states: readonly PaymentState[] }
const kinds: readonly Kind[] = [
  { name: 'paid', pattern: 'solid', states: ['paid'] },
  { name: 'declared', pattern: 'hatched', states: ['declared'] },
  { name: 'expected', pattern: 'dotted', states: ['estimated', 'projected', 'expected'] }
]

/** Income by month of the pay date, stacked by fund; the smallest of more than five funds are one. */
export function incomeModel(payments: readonly PortfolioPayment[], today: string): ChartModel {
  const months = listMonths(today)
  const indexOf = new Map(months.map((month, i) => [month.slice(0, 7), i]))
  const inSight = payments.filter(({ payDate }) => indexOf.has(payDate.slice(0, 7)))
  const nameOf = nameFunds(inSight)
  const names = [...new Set(nameOf.values())]
  const sumsOf = (name: string, { states }: Kind) => {
    const sums = months.map(() => 0)
    for (const { symbol, payDate, amount, state } of inSight) {
      if (nameOf.get(symbol) !== name || !states.includes(state)) continue
      const i = indexOf.get(payDate.slice(0, 7)) ?? 0
      sums[i] = (sums[i] ?? 0) + amount
    }
    return sums
  }
  const parts = names.flatMap((name, i) =>
    kinds.map((kind) => ({ name, kind, token: colors[i] ?? '--series-5', sums: sumsOf(name, kind) }))
  )
  const drawn = parts.filter(({ sums }) => sums.some((sum) => sum > 0))
  return {
    positions: months.map((month, at) => ({
      at,
      name: formatMonth(month),
      figures: figuresOf(drawn, at)
    })),
    positionName: 'Month',
    across: {
      kind: 'slots',
      ticks: (from, to) =>
        months.flatMap((month, at) => (at >= from && at <= to ? { at, text: nameOfMonth(month) } : []))
    },
    up: { format: (dollars) => formatAmount(dollars).replace(/\.00$/, ''), ticks: roundTicks },
    barShare: 0.72,
    series: drawn.map(
      ({ name, kind, token, sums }): ChartSeries => ({
        id: name,
        name,
        token,
        kind: 'bars',
        isStacked: true,
        pattern: kind.pattern,
        values: sums
      })
    ),
    keys: kinds.map(({ name, pattern }) => ({ name, pattern, token: '--text-muted' }))
  }
}

type Part = { name: string; kind: Kind; sums: readonly number[] }

function figuresOf(parts: readonly Part[], month: number): ChartFigure[] {
  const due = parts.filter(({ sums }) => (sums[month] ?? 0) > 0)
  const total = due.reduce((sum, { sums }) => sum + (sums[month] ?? 0), 0)
  return [
    { name: 'All funds', text: formatAmount(total) },
    ...due.map(({ name, kind, sums }) => ({
      name: `${name}, ${kind.name}`,
      text: formatAmount(sums[month] ?? 0)
    }))
  ]
}

/** First days of the months. */
function listMonths(today: string): string[] {
  let month = monthSpan(today).from
  for (let i = 0; i < monthsEachWay; i += 1) month = monthSpan(addDays(month, -1)).from
  return Array.from({ length: 2 * monthsEachWay }, () => {
    const own = month
    month = addDays(monthSpan(month).to, 1)
    return own
  })
}

/** Symbols of the funds with the most income; 'Others' for the rest if there are more than colors. */
function nameFunds(payments: readonly PortfolioPayment[]): Map<string, string> {
  const sums = new Map<string, number>()
  for (const { symbol, amount } of payments) sums.set(symbol, (sums.get(symbol) ?? 0) + amount)
  const order = [...sums].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
  const named = order.length <= colors.length ? order.length : colors.length - 1
  return new Map(order.map((symbol, i) => [symbol, i < named ? symbol : 'Others']))
}

/** 'Mar', or '2026' for January. */
function nameOfMonth(month: string): string {
  return month.slice(5, 7) === '01' ? month.slice(0, 4) : formatMonth(month).slice(0, 3)
}
