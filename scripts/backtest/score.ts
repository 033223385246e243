import { countedPayments } from '../../admin-api/accuracy/counted-payments.ts'
import { type Accuracy, accuracyOf, type ScoredEstimate } from '../../admin-api/accuracy/errors.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { type Family, families } from '../../admin-api/contract/vocabulary.ts'
import { replay } from '../../admin-api/estimator/estimator.ts'
import type { Options } from './options.ts'

export type FamilyScore = { family: Family | 'all'; accuracy: Accuracy | undefined }

export type Backtest = {
  /** First the row of all, then each family. */
  scores: FamilyScore[]
  /** Payments that count but had no estimate, by symbol. */
  withoutEstimate: Map<string, number>
}

/** Replays the histories and scores the payments that count between `from` and `to`, both included. */
export function runBacktest(
  funds: readonly FundHistory[],
  { from = '', to = '9999', symbol }: Pick<Options, 'from' | 'to' | 'symbol'>
): Backtest {
  const keyOf = (paid: { symbol: string; exDate: string }): string => `${paid.symbol} ${paid.exDate}`
  const replayed = new Map(replay(funds).map((estimate) => [keyOf(estimate), estimate]))
  const scored: (ScoredEstimate & { family: Family })[] = []
  const withoutEstimate = new Map<string, number>()
  for (const fund of funds) {
    if (symbol !== undefined && fund.symbol !== symbol) continue
    for (const counted of countedPayments(fund)) {
      if (counted.exDate < from || counted.exDate > to) continue
      const estimate = replayed.get(keyOf(counted))
      if (estimate && counted.baselines) {
        scored.push({ ...estimate, family: fund.family, baselines: counted.baselines })
      } else {
        withoutEstimate.set(fund.symbol, (withoutEstimate.get(fund.symbol) ?? 0) + 1)
      }
    }
  }
  const scores = (['all', ...families] as const).map((family) => ({
    family,
    accuracy: accuracyOf(scored.filter((one) => family === 'all' || one.family === family))
  }))
  return { scores, withoutEstimate }
}
