import { median } from '../numbers/averages.ts'
import { roundTo } from '../numbers/rounding.ts'

/** `percent` of the payment, to two decimals; `estimates` is how many there were. */
export type TypicalError = { percent: number; estimates: number }

/** A past estimate; `error_percent` as `errorPercent` has it. */
type PastEstimate = { origin: 'replayed' | 'live'; error_percent: number }

/** The median size of the errors, of replayed estimates alone, as on the page of the record; null without any. */
export function typicalError(past: readonly PastEstimate[]): TypicalError | null {
  const sizes = past
    .filter(({ origin }) => origin === 'replayed')
    .map(({ error_percent }) => Math.abs(error_percent))
  return sizes.length === 0 ? null : { percent: roundTo(2, median(sizes)), estimates: sizes.length }
}
