import type { Close, IsoDay, Payment } from '../../market-days/types.ts'
import type { Family } from '../../contract/vocabulary.ts'

/** What a payment is held against; all lists ascend and stand on one share basis. */
export type GateFund = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  /** All that the source reports, whether stored, passed or held back: neighbours in time of what is judged. */
  reported: readonly Reported[]
  closes: readonly Close[]
}

/**
 * `unchangedSince`: of a payment that waits, the day of collecting since which the source has reported it as it does
 * now; left out where it does not, or was not asked.
 */
export type Reported = { exDate: IsoDay; amount: number; unchangedSince?: IsoDay }

export function spellDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
