import type { FundHistory, IsoDay } from './types.ts'
import { walk } from './walk.ts'

/** What would have been estimated for a past payment, beside what was paid; dollars a share. */
export type ReplayedPayment = {
  symbol: string
  exDate: IsoDay
  estimate: number
  /** The 80 % range. */
  low: number
  high: number
  actual: number
  /** The rule with most say in the estimate. */
  rule: string
}

/**
 * Estimates every past payment again from what was known at the close two sessions before its ex-date.
 * Payments without enough known before them (three payments, a price) are left out. Unrounded.
 * @returns by cutoff, then symbol
 */
export function replay(funds: readonly FundHistory[]): ReplayedPayment[] {
  const replayed: ReplayedPayment[] = []
  walk(funds, [], ({ question, chosen, factors }) => {
    const { fund, exDate, amount } = question
    if (amount === undefined) return
    replayed.push({
      symbol: fund.symbol,
      exDate,
      estimate: chosen.amount,
      low: chosen.amount * factors.low,
      high: chosen.amount * factors.high,
      actual: amount,
      rule: chosen.leading.rule
    })
  })
  return replayed
}
