import { compareText } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'

/** Splits of a fund, reverse splits included. */
export type SplitHistory = {
  /** `date` is '' for an unknown day. */
  splits: readonly { date: IsoDay; old_shares: number; new_shares: number }[]
  /** The first ex-date with a reported as-paid amount; splits of unknown day are before it. */
  knownFrom: IsoDay | null
}

/**
 * Converts `amount` (dollars a share on today's share basis) to the basis of `exDate`, by undoing every split since; to 6
 * decimals. Null if a split of unknown day may be in between.
 */
export function amountAsPaid(
  amount: number,
  exDate: IsoDay,
  { splits, knownFrom }: SplitHistory
): number | null {
  const hasUndated = splits.some(({ date }) => date === '')
  if (hasUndated && (knownFrom === null || knownFrom > exDate)) return null
  const merged = mergedBy(splits.filter(({ date }) => date > exDate))
  return merged === 1 ? amount : roundTo(6, amount / merged)
}

/** Converts an amount as paid on `exDate` to today's share basis, to 6 decimals; splits of unknown day are before it. */
export function amountToday(asPaid: number, exDate: IsoDay, splits: SplitHistory['splits']): number {
  const merged = mergedBy(splits.filter(({ date }) => date > exDate))
  return merged === 1 ? asPaid : roundTo(6, asPaid * merged)
}

function mergedBy(splits: SplitHistory['splits']): number {
  return splits.reduce((product, split) => product * (split.old_shares / split.new_shares), 1)
}

/** Largest share by which rounding moves the ratio of two amounts that differ by splits. */
const maxRounding = 0.005

/**
 * Factor from the share basis of a stored copy to today's. The ratio to the amount as paid shows which splits the copy
 * includes; without both amounts, or if none explains the ratio, it lacks the splits since `copiedOn`.
 * @param copiedOn day of the copy; null if unknown
 */
export function factorToToday(
  copy: { amount: number | null; asPaid: number | null; exDate: IsoDay },
  splits: SplitHistory['splits'],
  copiedOn: IsoDay | null
): number {
  const later = splits
    .filter(({ date }) => date > copy.exDate)
    .toSorted((a, b) => compareText(a.date, b.date))
  const ratio = copy.amount && copy.asPaid ? copy.amount / copy.asPaid : null
  for (let included = later.length; ratio !== null && included >= 0; included -= 1)
    if (Math.abs(ratio / mergedBy(later.slice(0, included)) - 1) < maxRounding)
      return mergedBy(later.slice(included))
  return mergedBy(later.filter(({ date }) => copiedOn !== null && date > copiedOn))
}

/**
 * Dollars of today's share basis per dollar of a frozen estimate. A split changes stored closes and payments but no
 * frozen estimate, so the ratio of today's close of its price day to its frozen price shows it. A ratio closer to 1 than
 * the smallest split (3 for 2) is a mere correction of the close and counts as 1.
 */
export function basisRatio({ price, close_now }: { price: number; close_now: number | null }): number {
  const ratio = close_now === null ? 1 : close_now / price
  return ratio > 0.75 && ratio < 1.34 ? 1 : ratio
}
