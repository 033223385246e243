import { listOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../lib/format.ts'
import type { Choice } from './choice.ts'
import { type Comparison, stake } from './compare-funds.ts'

/** Announcement of the latest change. */
export function comparisonSentence(before: Choice, { choice, funds, from }: Comparison): string {
  const added = choice.symbols.filter((symbol) => !before.symbols.includes(symbol))
  const removed = before.symbols.filter((symbol) => !choice.symbols.includes(symbol))
  const changes = [
    added.length === 0 ? '' : `${listOf(added)} ${added.length === 1 ? 'is' : 'are'} added.`,
    removed.length === 0 ? '' : `${listOf(removed)} ${removed.length === 1 ? 'is' : 'are'} out.`
  ]
  const [best] = funds.toSorted((a, b) => b.summary.reinvested - a.summary.reinvested)
  const result =
    best === undefined
      ? ''
      : `${funds.length === 1 ? `${best.symbol} made` : `${best.symbol} made the most:`} $${formatCount(Math.round(stake * (1 + best.summary.reinvested)))} of $${formatCount(stake)}.`
  return [...changes, `Now since ${formatDay(from)}.`, result].filter(Boolean).join(' ')
}
