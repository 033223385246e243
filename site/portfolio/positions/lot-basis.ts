import { closeAt } from '../../../admin-api/market-days/closes.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { HeldFund, Lot, Split } from './held-fund.ts'

/**
 * What one share of `day` has become: 0.1 after a reverse split of ten for one. Who buys on the first session of a new
 * basis has bought on it. A split without a known day counts for nothing.
 */
export function sharesSince(splits: readonly Split[], day: IsoDay): number {
  return splits
    .filter(({ date }) => date !== null && date > day)
    .reduce((shares, { oldShares, newShares }) => (shares * newShares) / oldShares, 1)
}

/** The shares of a lot on today's share basis. */
export function sharesToday(lot: Lot, { splits }: Pick<HeldFund, 'splits'>): number {
  return lot.shares * sharesSince(splits, lot.boughtOn)
}

/** The close of the day, or of the last session before it, in dollars a share of that day; null where none is known. */
export function closeOfDay(
  { closes, splits }: Pick<HeldFund, 'closes' | 'splits'>,
  day: IsoDay
): number | null {
  const found = closeAt(closes, day)
  return found === undefined ? null : found.close * sharesSince(splits, day)
}

/** What a lot cost in dollars: at the price that was paid, or at the close of its day; null where neither is known. */
export function costOf(lot: Lot, fund: Pick<HeldFund, 'closes' | 'splits'>): number | null {
  const price = lot.price ?? closeOfDay(fund, lot.boughtOn)
  return price === null ? null : lot.shares * price
}
