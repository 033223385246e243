import type { Close } from '../market-days/types.ts'
import type { RankingInput } from '../rankings/rankings.db.ts'

/** A weekly payer with its first and newest close, and ex-dates on Thursdays up to May 28, 2026. */
export function makeRankingInput(given: Partial<RankingInput> = {}): RankingInput {
  return {
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    absence: null,
    nextExDate: '2026-06-04',
    traits: undefined,
    payments: [
      { exDate: '2026-05-07', payDate: '2026-05-08', amount: 0.1 },
      { exDate: '2026-05-14', payDate: '2026-05-15', amount: 0.2 },
      { exDate: '2026-05-21', payDate: '2026-05-22', amount: 0.25 },
      { exDate: '2026-05-28', payDate: '2026-05-29', amount: 0.3 }
    ],
    firstClose: { date: '2026-04-30', close: 24 },
    newestClose: { date: '2026-05-29', close: 20.04 },
    ...given
  }
}

export const closes: Close[] = [
  { date: '2026-04-24', close: 26 },
  { date: '2026-04-30', close: 24 },
  { date: '2026-05-22', close: 22 },
  { date: '2026-05-26', close: 21 },
  { date: '2026-05-29', close: 20.04 }
]
