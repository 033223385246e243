import { roundTo } from '../numbers/rounding.ts'
import type { IsoDay } from '../market-days/types.ts'

/** What is known of a fund's mergers and divisions of shares. */
export type SplitHistory = {
  /** `date` is '' where the day is unknown. */
  splits: readonly { date: IsoDay; old_shares: number; new_shares: number }[]
  /** The first ex-date whose payment says what it was as paid, so that splits of unknown day lie before it. */
  knownFrom: IsoDay | null
}

/**
 * What `amount` (dollars a share on today's share basis) was on the basis of `exDate`: divided by every merger of
 * shares since, to 6 decimals. Null where a split of unknown day may lie between.
 */
export function amountAsPaid(
  amount: number,
  exDate: IsoDay,
  { splits, knownFrom }: SplitHistory
): number | null {
  const hasUndated = splits.some(({ date }) => date === '')
  if (hasUndated && (knownFrom === null || knownFrom > exDate)) return null
  const merged = splits
    .filter(({ date }) => date > exDate)
    .reduce((product, split) => product * (split.old_shares / split.new_shares), 1)
  return merged === 1 ? amount : roundTo(6, amount / merged)
}
