import { addDays, compareText } from '../../../admin-api/market-days/days.ts'
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
import { monthSpan, sumOf } from '../positions/spans.ts'

/** Months before this one, and from this one on; payments are listed for a year ahead. */
const monthsEachWay = 12
/** Series of covered funds that own holdings leave, if there are so many. */
const leastCovered = 3
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
  const isOwn = new Set(
    inSight.flatMap((payment) => (payment.isOwn ? (nameOf.get(payment.symbol) ?? []) : []))
  )
  const parts = names.flatMap((name, i) =>
    kinds.map((kind) => ({
      name,
      kind,
      isOwn: isOwn.has(name),
      token: colors[i] ?? '--series-5',
      sums: sumsOf(name, kind)
    }))
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

type Part = { name: string; kind: Kind; isOwn: boolean; sums: readonly number[] }

function figuresOf(parts: readonly Part[], month: number): ChartFigure[] {
  const due = parts.filter(({ sums }) => (sums[month] ?? 0) > 0)
  const totalOf = (some: readonly Part[]) => some.reduce((sum, { sums }) => sum + (sums[month] ?? 0), 0)
  const hasOwn = parts.some(({ isOwn }) => isOwn)
  const sources = [
    { name: 'Funds we cover', parts: due.filter(({ isOwn }) => !isOwn) },
    { name: 'Other holdings', parts: due.filter(({ isOwn }) => isOwn) }
  ]
  return [
    {
      name: hasOwn ? 'All holdings' : 'All funds',
      text: formatAmount(totalOf(due))
    },
    ...(hasOwn
      ? sources.map((source) => ({ name: source.name, text: formatAmount(totalOf(source.parts)) }))
      : []),
    ...due.map(({ name, kind, sums }) => ({
      name: `${name}, ${kind.name}`,
      text: formatAmount(sums[month] ?? 0)
    }))
  ]
}

/** A line for each month and holding with payments, in dollars and cents, below the names of the columns. */
export function incomeLines(payments: readonly PortfolioPayment[], today: string): (string | number)[][] {
  const ofMonth = Map.groupBy(payments, ({ payDate }) => payDate.slice(0, 7))
  const lines = listMonths(today).flatMap((first) => {
    const month = first.slice(0, 7)
    const bySymbol = Map.groupBy(ofMonth.get(month) ?? [], ({ symbol }) => symbol)
    return [...bySymbol]
      .sort(([a], [b]) => compareText(a, b))
      .map(([symbol, due]) => {
        const sum = sumOf(due)
        const dollars = [sum.paid, sum.declared, sum.estimated, sum.projected, sum.expected]
        const source = due[0]?.isOwn === true ? 'own rows' : 'covered'
        return [month, symbol, source, ...dollars.map((one) => Math.round(one * 100) / 100)]
      })
  })
  return [
    ['month', 'symbol', 'source', 'paid', 'declared', 'estimated', 'projected', 'not_confirmed'],
    ...lines
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

/**
 * Names of the series, covered funds first: symbols of those with the most income, 'Others' for the rest. Holdings that the
 * site doesn't cover have series of their own, at least two, so that covered and own income stay apart.
 */
function nameFunds(payments: readonly PortfolioPayment[]): Map<string, string> {
  const covered = payments.filter(({ isOwn }) => !isOwn)
  const own = payments.filter(({ isOwn }) => isOwn)
  const count = new Set(own.map(({ symbol }) => symbol)).size
  const coveredCount = new Set(covered.map(({ symbol }) => symbol)).size
  const ownSeries = Math.min(count, colors.length - Math.min(coveredCount, leastCovered))
  return new Map([
    ...nameLargest(covered, colors.length - ownSeries, 'Others'),
    ...nameLargest(own, ownSeries, 'Other holdings')
  ])
}

function nameLargest(
  payments: readonly PortfolioPayment[],
  most: number,
  others: string
): Map<string, string> {
  const sums = new Map<string, number>()
  for (const { symbol, amount } of payments) sums.set(symbol, (sums.get(symbol) ?? 0) + amount)
  const order = [...sums].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
  const named = order.length <= most ? order.length : most - 1
  return new Map(order.map((symbol, i) => [symbol, i < named ? symbol : others]))
}

/** 'Mar', or '2026' for January. */
function nameOfMonth(month: string): string {
  return month.slice(5, 7) === '01' ? month.slice(0, 4) : formatMonth(month).slice(0, 3)
}
