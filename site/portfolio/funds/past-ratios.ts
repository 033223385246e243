import { thursdayOf } from '../../../admin-api/market-days/days.ts'
import { pastFrequencies } from '../../../admin-api/market-days/frequency.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'

/** Result of one past payment compared with its estimate. */
export type PastRatio = {
  /** Thursday of its ex-date's week. */
  week: IsoDay
  /** Paid / estimated; 0 or more. */
  ratio: number
}

/** A scored estimate in dollars per share, on one share basis. */
type PastEstimate = { ex_date: IsoDay; origin: 'live' | 'replayed'; amount: number; actual: number }

/**
 * The record of one fund for `rangeOfSum`, oldest first, at the current frequency only: monthly estimates err
 * differently from weekly ones. Live estimates win over backtested ones for the same payment; zeros are left out.
 * @param past in any order, such as `past_estimates` of a fund's data file
 */
export function pastRatiosOf(past: readonly PastEstimate[]): PastRatio[] {
  const counted = new Map<IsoDay, PastEstimate>()
  for (const one of past) {
    if (one.amount > 0 && (one.origin === 'live' || !counted.has(one.ex_date))) counted.set(one.ex_date, one)
  }
  const all = [...counted.values()].sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1))
  const areWeekly = pastFrequencies(all.map(({ ex_date }) => ex_date)).map((frequency) => frequency === 52)
  return all
    .slice(areWeekly.lastIndexOf(!areWeekly.at(-1)) + 1)
    .map(({ ex_date, actual, amount }) => ({ week: thursdayOf(ex_date), ratio: actual / amount }))
}
