import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { median } from '../../../admin-api/domain/averages.ts'

/** `percent` of the payment; `estimates` is how many there were. */
export type TypicalError = { percent: number; estimates: number; origin: 'live' | 'replayed' }

/** So many live estimates say more than all that were replayed. */
const enoughLive = 12

/** The median error without its sign, as the accuracy page has it: never of live and replayed estimates together. */
export function typicalError(past: FundData['past_estimates']): TypicalError | null {
  const { live = [], replayed = [] } = Object.groupBy(past, ({ origin }) => origin)
  const counted = live.length >= enoughLive || replayed.length === 0 ? live : replayed
  const origin = counted[0]?.origin
  if (origin === undefined) return null
  const errors = counted.map(({ error_percent }) => Math.abs(error_percent))
  return { percent: median(errors), estimates: errors.length, origin }
}
