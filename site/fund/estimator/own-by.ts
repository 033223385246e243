import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { ownByDay, roll } from '../../../admin-api/market-days/market-calendar.ts'

type Payer = Pick<StockResult, 'own_by' | 'next_ex_date' | 'payment_frequency'>

export type OwnBy = {
  /** The last session before the ex-date. */
  day: string
  /** Whether its close has passed. */
  isPast: boolean
  /**
   * The own-by date of the payment after it, or a day earlier around holidays. Null if `day` is still ahead, for
   * schedules other than a fixed number of weeks, and with old figures.
   */
  following: string | null
}

/** @param close the first session whose close is still ahead */
export function readOwnBy({ own_by, next_ex_date, payment_frequency }: Payer, close: string): OwnBy {
  const day = own_by ?? ownByDay(next_ex_date)
  const isPast = day < close
  const step = payment_frequency === 52 ? 7 : payment_frequency === 13 ? 28 : null
  if (!isPast || step === null) return { day, isPast, following: null }
  const following = ownByDay(roll(addDays(next_ex_date, step), -1))
  return { day, isPast, following: following < close ? null : following }
}
