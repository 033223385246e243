import type { IsoDay } from '../market-days/types.ts'

/**
 * What to ask the operator of a payment that is expected on a day that is over, as a sentence; null where the day is
 * today or still to come.
 * @param today the newest day anything can be known of
 */
export function questionDay(symbol: string, payDate: IsoDay, today: IsoDay): string | null {
  if (payDate >= today) return null
  return `${symbol} is expected to pay on ${payDate}, which is in the past. Is that right?`
}
