import type { BattleEntry } from '../../../admin-api/contract/rankings.ts'
import { formatChange, formatDay, formatDividend, formatMoney, formatPercent } from '../../lib/format.ts'

export type Side = 'left' | 'right'

type Cell = { figure: string; note?: string }
export type ComparisonRow = { measure: string; left: Cell; right: Cell; better: Side | null }

type Measure = {
  measure: string
  cell: (entry: BattleEntry, today: string) => Cell
  /** What more of is better; a row without it has no winner. */
  score?: (entry: BattleEntry) => number
}

const measures: readonly Measure[] = [
  {
    measure: 'Yield on cost',
    cell: (entry) => ({ figure: formatPercent(entry.yield_on_cost), note: 'a year' }),
    score: (entry) => entry.yield_on_cost
  },
  {
    measure: 'Latest payment',
    cell: (entry) => ({
      figure: formatDividend(entry.latest_dividend),
      note: `ex-date ${formatDay(entry.latest_ex_date)}, paid ${formatDay(entry.latest_payment_date)}`
    })
  },
  {
    measure: 'Price paid',
    cell: (entry) => ({ figure: formatMoney(entry.cost_price), note: formatDay(entry.cost_date) })
  },
  {
    measure: 'Price now',
    cell: (entry) => ({ figure: formatMoney(entry.price), note: formatDay(entry.price_date) })
  },
  {
    measure: 'Price change',
    cell: (entry) => ({ figure: formatChange(entry.price_change) }),
    score: (entry) => entry.price_change
  },
  {
    measure: 'Total return since the purchase',
    cell: (entry) => ({
      figure: formatChange(entry.total_return),
      note: `with ${formatMoney(entry.dividends_since)} of payments`
    }),
    score: (entry) => entry.total_return
  },
  {
    measure: 'Ex-date',
    cell: (entry, today) => ({
      figure: entry.next_ex_date === null ? '–' : formatDay(entry.next_ex_date),
      note: entry.next_ex_date !== null && entry.next_ex_date < today ? 'was expected' : 'next, estimated'
    })
  }
]

/** Two funds, measure by measure. Dollars a share have no winner: they hang on what a share costs. */
export function compareFunds(left: BattleEntry, right: BattleEntry, today: string): ComparisonRow[] {
  return measures.map(({ measure, cell, score }) => ({
    measure,
    left: cell(left, today),
    right: cell(right, today),
    better: score === undefined ? null : betterOf(score(left), score(right))
  }))
}

/** The outcome in one sentence. */
export function verdictOf(left: BattleEntry, right: BattleEntry): string {
  const byYield = betterOf(left.yield_on_cost, right.yield_on_cost)
  const byReturn = betterOf(left.total_return, right.total_return)
  const name = (side: Side) => (side === 'left' ? left : right).symbol
  if (byYield === null && byReturn === null) return `${left.symbol} and ${right.symbol} are level.`
  if (byYield === null || byReturn === null || byYield === byReturn) {
    const winner = name(byYield ?? byReturn ?? 'left')
    if (byYield !== null && byReturn !== null) {
      return `${winner} yields more on its cost and has returned more in all.`
    }
    return `${winner} ${byYield === null ? 'has returned more in all' : 'yields more on its cost'}; the rest is level.`
  }
  return `${name(byYield)} yields more on its cost, but ${name(byReturn)} has returned more in all.`
}

function betterOf(left: number, right: number): Side | null {
  if (left === right) return null
  return left > right ? 'left' : 'right'
}
