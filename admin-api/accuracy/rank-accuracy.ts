import type { RecordRow } from '../estimates/estimate-record.db.ts'
import { listScored } from '../estimates/counted-estimates.ts'
import { mean } from '../numbers/averages.ts'
import { roundTo } from '../numbers/rounding.ts'

type Ranking = { ticker: string; avg_accuracy: number; count: number }

/** With fewer payments a lucky hit would lead the list. */
const fewestPayments = 5
const rankedFunds = 5

/**
 * The funds whose estimates came closest: mean accuracy score, 0 to 1, of those with five or more scored payments,
 * best first; equals by more payments, then by ticker. Of the live record where any fund has so many, else of the
 * replayed one; never of both together.
 */
export function rankAccuracy(record: readonly RecordRow[]): {
  origin: RecordRow['origin']
  rankings: Ranking[]
} {
  const live = rankOrigin(record, 'live')
  if (live.length > 0) return { origin: 'live', rankings: live }
  return { origin: 'replayed', rankings: rankOrigin(record, 'replayed') }
}

function rankOrigin(record: readonly RecordRow[], origin: RecordRow['origin']): Ranking[] {
  const scores = listScored(record, origin).flatMap(({ symbol, accuracy_score }) =>
    accuracy_score === null ? [] : [{ symbol, score: accuracy_score }]
  )
  return [...Map.groupBy(scores, ({ symbol }) => symbol)]
    .filter(([, own]) => own.length >= fewestPayments)
    .map(([ticker, own]) => ({ ticker, mean: mean(own.map(({ score }) => score)), count: own.length }))
    .sort((a, b) => b.mean - a.mean || b.count - a.count || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, rankedFunds)
    .map(({ ticker, mean: accuracy, count }) => ({ ticker, avg_accuracy: roundTo(4, accuracy), count }))
}
