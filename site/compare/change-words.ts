import { listOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatDay, formatDollars, formatPercent } from '../lib/format.ts'
import type { Choice } from './choice.ts'
import { type ComparedFund, type Comparison, stake } from './compare-funds.ts'

/** Announcement of the latest change. */
export function comparisonSentence(before: Choice, { choice, funds, from }: Comparison): string {
  const added = choice.symbols.filter((symbol) => !before.symbols.includes(symbol))
  const removed = before.symbols.filter((symbol) => !choice.symbols.includes(symbol))
  const changes = [
    added.length === 0 ? '' : `${listOf(added)} ${added.length === 1 ? 'is' : 'are'} added.`,
    removed.length === 0 ? '' : `${listOf(removed)} ${removed.length === 1 ? 'is' : 'are'} out.`
  ]
  return [...changes, `Now since ${formatDay(from)}.`, whatTheyMade(funds)].filter(Boolean).join(' ')
}

/** Which fund made the most, and what each made of $10,000. */
export function whatTheyMade(funds: readonly ComparedFund[]): string {
  return rank(
    funds,
    'made',
    ({ summary }) => 1 + summary.reinvested,
    (growth) => formatDollars(stake * growth)
  )
}

/** Which fund paid the most, and what each paid as a share of its first price. */
export function whatTheyPaid(funds: readonly ComparedFund[]): string {
  return rank(
    funds,
    'paid',
    ({ distributions, firstClose }) => distributions / firstClose,
    (share) => `${formatPercent(100 * share, 0)} of its first price`
  )
}

/** 'MSTY made the most, $12,566; CONY $7,596.' */
function rank(
  funds: readonly ComparedFund[],
  verb: string,
  measure: (fund: ComparedFund) => number,
  format: (value: number) => string
): string {
  const [best, ...others] = funds.toSorted((a, b) => measure(b) - measure(a))
  if (best === undefined) return ''
  const shown = format(measure(best))
  if (others.length === 0) return `${best.symbol} ${verb} ${shown}.`
  const rest = others.map((fund) => `${fund.symbol} ${format(measure(fund)).replace(/ .*/, '')}`)
  return `${best.symbol} ${verb} the most, ${shown}; ${listOf(rest)}.`
}
