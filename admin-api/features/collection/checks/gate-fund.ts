import type { Close, IsoDay, Payment } from '../../../domain/types.ts'
import type { Family } from '../../../domain/vocabulary.ts'

/** What a payment is held against; all lists ascend and stand on one share basis. */
export type GateFund = {
  symbol: string
  family: Family
  payments: readonly Payment[]
  /** All that the source reports, whether stored, passed or held back: neighbours in time of what is judged. */
  reported: readonly Reported[]
  closes: readonly Close[]
}

export type Reported = { exDate: IsoDay; amount: number }

export function spellDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
