import { backtest } from '../../admin-api/estimator/estimator.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { type ScoredOutlook, scoreOutlooks, toOutlookTables } from './outlook.ts'
import { averageOf, horizons, readPast, scorePortfolios, toPortfolioLines } from './portfolios.ts'
import type { Histories } from './read-histories.ts'
import {
  type ComparedPayment,
  runBacktest,
  type ScoredRange,
  toDaysAheadTable,
  toNotes,
  toTable
} from './score.ts'

/*
 * The reports of `npm run backtest`: a sentence and tables, for a terminal and for the published results. `range` limits
 * what is scored; every payment still counts in the method.
 */

/** Errors and skill by family. */
export function reportPayments(
  { funds, unknownSymbols }: Histories,
  range: ScoredRange
): { text: string; payments: ComparedPayment[] } {
  const result = runBacktest(funds, range)
  const lines = [
    'Errors as median / mean, in %; a single error counts at most 300. Skill is 1 - score / score of the',
    "family's fixed simple rule with quantiles of its own past errors, by weighted interval score relative to",
    'the payment, each at most 3; in brackets its 90 % interval by resampling weeks.',
    '',
    toTable(result.scores),
    ...toNotes(result, unknownSymbols).flatMap((note) => ['', note])
  ]
  return { text: lines.join('\n'), payments: result.payments }
}

/** How early estimates were right, by default from January 1, 2026. */
export function reportDaysAhead(funds: readonly FundHistory[], range: ScoredRange): string {
  return [
    'Days until the ex-date opened for which every estimate was within 10 % of the payment (median, at',
    'most 14), the median error, in %, of the estimates shown some days before, and the mean error of',
    'those shown on each day of the week before, at the time of the opening.',
    '',
    toDaysAheadTable(funds, { ...range, from: range.from ?? '2026-01-01' })
  ].join('\n')
}

/** How sums of 13, 26 and 52 weeks were forecast, every four weeks from 2023 on. */
export function reportOutlooks(
  funds: readonly FundHistory[],
  range: ScoredRange
): { text: string; outlooks: ScoredOutlook[] } {
  const outlooks = scoreOutlooks(funds, range)
  const lines = [
    'Sums of payments a share, forecast from what was known at each origin, in %. Bias is of all dollars, with its',
    '90 % interval by resampling origins; error is the mean of all sums. Repeating: each payment equals the median of',
    'the last four. The range should contain 80; width is the median, relative to the forecast.',
    ...toOutlookTables(outlooks)
  ]
  return { text: lines.join('\n'), outlooks }
}

/** Ranges of portfolios, by default from the first week of 2026 to the last complete one. */
export function reportPortfolios(funds: readonly FundHistory[], range: ScoredRange): string {
  const { from = '2026-01-01' } = range
  const backtested = backtest(funds)
  const exDates = backtested.map(({ exDate }) => exDate).sort()
  const newest = exDates.at(-1) ?? from
  const span = { from, to: range.to ?? addDays(newest, -7) }
  const past = readPast(funds, backtested, span)
  const tables = horizons.flatMap((horizon) => {
    const scores = scorePortfolios(past, { ...span, horizon })
    if (averageOf(scores).n === 0) return []
    const weeks = horizon === 1 ? 'week' : 'weeks'
    return ['', `Within ${horizon} ${weeks}:`, '', ...toPortfolioLines(scores)]
  })
  return ['Total payments to portfolios, in % of all weeks; the range should contain 80.', ...tables].join(
    '\n'
  )
}
