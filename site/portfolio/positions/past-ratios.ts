import { thursdayOf } from '../../../admin-api/market-days/days.ts'
import { pastFrequencies } from '../../../admin-api/market-days/past-frequencies.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'

/** How one past payment of a fund came out, beside its estimate and the one after. */
export type PastRatio = {
  /** The Thursday its ex-date's week is named after. */
  week: IsoDay
  /** Paid / estimated; 0 or more. */
  ratio: number
  /** The estimate of the fund's next payment / this one; 1 for the newest, which nothing follows yet. */
  step: number
}

/** An estimate of the record and what came, dollars a share on one share basis. */
type PastEstimate = { ex_date: IsoDay; origin: 'live' | 'replayed'; amount: number; actual: number }

/**
 * The record of one fund as `rangeOfSum` reads it, oldest first. Only payments of its present rhythm: a month's estimate
 * misses and moves otherwise than a week's. A live estimate counts before a replayed one for the same payment; one of zero
 * says nothing and is left out.
 * @param past in any order, such as `past_estimates` of a fund's data file
 */
export function pastRatiosOf(past: readonly PastEstimate[]): PastRatio[] {
  const counted = new Map<IsoDay, PastEstimate>()
  for (const one of past) {
    if (one.amount > 0 && (one.origin === 'live' || !counted.has(one.ex_date))) counted.set(one.ex_date, one)
  }
  const all = [...counted.values()].sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1))
  const areWeekly = pastFrequencies(all.map(({ ex_date }) => ex_date)).map((frequency) => frequency === 52)
  return all.slice(areWeekly.lastIndexOf(!areWeekly.at(-1)) + 1).map((one, i, list) => ({
    week: thursdayOf(one.ex_date),
    ratio: one.actual / one.amount,
    step: (list[i + 1]?.amount ?? one.amount) / one.amount
  }))
}
