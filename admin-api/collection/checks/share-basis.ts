import { daysBetween, formatLongDay } from '../../market-days/days.ts'
import { median } from '../../numbers/statistics.ts'
import type { CollectedFund } from '../sources/market-data.ts'

type Split = CollectedFund['splits'][number]
type Stored = {
  closes: readonly { date: string; close: number }[]
  payments: readonly unknown[]
  splits: readonly { date: string; old_shares: number; new_shares: number }[]
}

/** Whether reported figures are on the share basis of the stored ones. */
export type ShareBasis =
  /** Clear after multiplying stored figures before the day `until` (all if null) by `factor` for new splits. */
  | { kind: 'clear'; newSplits: Split[]; factor: number; until: string | null }
  /**
   * Reported figures from the day `from` on can't be trusted ('': none can); `reason` ends a sentence about the
   * fund.
   */
  | { kind: 'unclear'; from: string; reason: string }

/** Closes differ slightly between sources, far less than by the smallest split (3 for 2). */
const slack = 0.02
/** Days of some stored splits were inferred. */
const dayShift = 10
const smallestJump = 1.4

/**
 * Confirms splits by the closes of common days: a source reports all closes on the basis of its newest day, so
 * every split we haven't stored multiplies them relative to ours.
 */
export function judgeBasis(
  reported: Pick<CollectedFund, 'prices' | 'splits'>,
  { closes, payments, splits }: Stored
): ShareBasis {
  const newSplits = reported.splits.filter((split) => !splits.some((known) => isSame(known, split)))
  if (closes.length === 0 && payments.length === 0)
    return { kind: 'clear', newSplits, factor: 1, until: null }
  const storedOn = new Map(closes.map(({ date, close }) => [date, close]))
  const common = reported.prices.flatMap(({ date, close }) => {
    const ours = storedOn.get(date)
    return ours === undefined ? [] : [{ date, ratio: close / ours }]
  })
  const factor = newSplits.reduce((product, split) => product * (split.oldShares / split.newShares), 1)
  const [first, last] = [common[0], common.at(-1)]
  if (first === undefined || last === undefined) return withoutOverlap(newSplits)
  const [split] = newSplits
  if (split !== undefined && newSplits.length === 1 && isReportedLate(common, split.date, factor))
    return { kind: 'clear', newSplits, factor, until: split.date }
  const ratio = median(common.map((day) => day.ratio))
  if (isNear(ratio, factor)) return { kind: 'clear', newSplits, factor, until: null }
  if (isNear(ratio, 1) && split !== undefined) {
    return jumpsAt(split.date, reported.prices)
      ? unconfirmed(split)
      : { kind: 'clear', newSplits: [], factor: 1, until: null }
  }
  const span = `its closes of ${formatLongDay(first.date)} to ${formatLongDay(last.date)} are ${short(ratio)} times the stored ones`
  const why =
    split === undefined
      ? 'no split is reported'
      : `the ${formatSplit(split)} would make them ${short(factor)} times`
  return { kind: 'unclear', from: first.date, reason: `${span}, and ${why}` }
}

function withoutOverlap([split]: readonly Split[]): ShareBasis {
  if (split === undefined) return { kind: 'clear', newSplits: [], factor: 1, until: null }
  return {
    kind: 'unclear',
    from: '',
    reason: `a ${formatSplit(split)} is reported, and no stored close of its days can confirm it`
  }
}

function unconfirmed(split: Split): ShareBasis {
  return {
    kind: 'unclear',
    from: split.date,
    reason: `a ${formatSplit(split)} is reported, but its closes before that day equal the stored ones and are not ${short(
      split.oldShares / split.newShares
    )} times as high`
  }
}

/** A source may report a split days after closes on the new basis, which are already stored by then. */
function isReportedLate(
  common: readonly { date: string; ratio: number }[],
  day: string,
  factor: number
): boolean {
  const [before, since] = [common.filter(({ date }) => date < day), common.filter(({ date }) => date >= day)]
  if (before.length === 0 || since.length === 0) return false
  return (
    isNear(median(before.map(({ ratio }) => ratio)), factor) && since.every(({ ratio }) => isNear(ratio, 1))
  )
}

/**
 * If reported closes continue smoothly through the day of a split, they are on one basis, and so are ours, which
 * equal them.
 */
function jumpsAt(day: string, prices: CollectedFund['prices']): boolean {
  const after = prices.find(({ date }) => date >= day)
  const before = prices.findLast(({ date }) => date < day)
  if (after === undefined || before === undefined) return true
  return Math.abs(Math.log(after.close / before.close)) > Math.log(smallestJump)
}

function isSame(known: Stored['splits'][number], split: Split): boolean {
  const hasRatio = known.old_shares * split.newShares === known.new_shares * split.oldShares
  return hasRatio && (known.date === '' || Math.abs(daysBetween(known.date, split.date)) <= dayShift)
}

function isNear(ratio: number, expected: number): boolean {
  return Math.abs(ratio / expected - 1) <= slack
}

function formatSplit({ date, oldShares, newShares }: Split): string {
  return `split of ${formatLongDay(date)} (${oldShares} shares became ${newShares})`
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(3)))
}
