import type { ReturnFacts } from '../contract/fund-page.ts'
import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/** Net assets of a fund in dollars and its shares outstanding, on the day's own share basis. */
export type AssetDay = { day: IsoDay; netAssets: number; sharesOutstanding: number }

type Splits = ReturnFacts['splits']

/** Days between the date of a split and the first figures on its share basis, in either direction. */
const splitDays = 7
/** A larger change of the value of a share between two days is a split that isn't known yet. */
const largestStep = 1.5

/**
 * Splits the change of a fund's net assets from the first day to the last one into flows and performance, as fractions of
 * the first day's assets. Assets are shares s times their value n (NAV), so that from one day to the next, with the
 * earlier day on the share basis of the later one,
 *
 *     change = (s2 - s1) x n2  +  s1 x (n2 - n1)
 *
 * The first term is what investors paid for new shares, less what they got for redeemed ones, if these were valued at n2;
 * days that are missing make it an approximation. The second is performance, which distributions lower as they are paid.
 * Example: 1,000 shares at $20 become 1,100 at $19. Of +4.5 %, flows are 100 x 19 / 20,000 = +9.5 %, performance -5 %.
 *
 * A split, on the day near its date whose NAV fits it best, is neither. `flows` is null if a NAV jumps as if by a split
 * that is not in the list; null as a whole without two days.
 * @param days oldest first
 */
export function splitAssetChange(days: readonly AssetDay[], splits: Splits) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const open = [...splits]
  let flows: number | null = 0
  for (let i = 1; i < days.length && flows !== null; i += 1) {
    const flow = flowBetween(days[i - 1] ?? first, days[i] ?? last, open)
    flows = flow === null ? null : flows + flow
  }
  const total = last.netAssets / first.netAssets - 1
  return { from: first.day, total, flows: flows === null ? null : flows / first.netAssets }
}

/** Dollars that flowed in; null if the value of a share jumps. Removes the split of this day from `splits`. */
function flowBetween(before: AssetDay, after: AssetDay, splits: Splits[number][]): number | null {
  const nav = navOf(after)
  const step = nav / navOf(before)
  const at = splits.findIndex(
    ({ date, oldShares, newShares }) =>
      date !== null &&
      Math.abs(daysBetween(date, after.day)) <= splitDays &&
      distance(step, oldShares / newShares) < distance(step, 1)
  )
  const [split] = at < 0 ? [] : splits.splice(at, 1)
  const factor = split === undefined ? 1 : split.newShares / split.oldShares
  if (distance(step * factor, 1) > Math.log(largestStep)) return null
  return (after.sharesOutstanding - before.sharesOutstanding * factor) * nav
}

function navOf({ netAssets, sharesOutstanding }: AssetDay): number {
  return netAssets / sharesOutstanding
}

/** Distance of two ratios; 2 is as far from 1 as 1/2. */
function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b))
}
