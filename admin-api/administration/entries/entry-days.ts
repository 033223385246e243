import type { EntryRow } from '../../payments/manual-entries.db.ts'
import { faultOfDays, type PaymentDays } from '../../payments/payment-days.ts'
import type { DayBasis } from '../../payments/payment-row.ts'
import { exDateAfterMove, payDateFor } from '../../market-days/next-dates.ts'
import type { IsoDay, Payment } from '../../market-days/types.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { EntryDays } from './delete-entries.db.ts'

type Entry = Pick<EntryRow, 'symbol' | 'kind' | 'ex_date' | 'ex_date_basis' | 'payment_date_basis'>

/**
 * The days of an entry that gets a new pay date. The ex-date of a payment stays, because that is the day a source
 * names; one that was only counted follows the pay date where it does not fit it any more.
 * @param payments of the fund, ascending.
 * @throws ApiError invalid-input where a payment would be paid before its ex-date.
 */
export function moveDays(
  entry: Entry,
  payDate: IsoDay,
  payments: readonly Payment[]
): EntryDays & { ex_date: IsoDay } {
  const collected = entry.kind === 'payment' ? entry.ex_date : null
  const isRead = collected !== null && exDateBasisOf(entry) === 'source'
  const ex_date = isRead ? collected : exDateAfterMove(collected, payDate, payments)
  const fault = faultOfDays({ symbol: entry.symbol, exDate: ex_date, payDate })
  if (fault !== null) throw new ApiError('invalid-input', fault)
  return {
    payment_date: payDate,
    // The operator's own word.
    payment_date_basis: 'source',
    ex_date,
    ex_date_basis: ex_date === collected ? exDateBasisOf(entry) : 'derived'
  }
}

/**
 * The days of an entry that is approved. A pay date of which nobody knows where it comes from counts as derived where
 * it is what follows from the ex-date.
 * @param payments of the fund, ascending.
 */
export function daysOf(entry: Entry, payDate: IsoDay, payments: readonly Payment[]): PaymentDays {
  const isDated = entry.ex_date !== null
  const exDate = entry.ex_date ?? moveDays(entry, payDate, payments).ex_date
  const isUsual = payDate === payDateFor(exDate, payments)
  return {
    symbol: entry.symbol,
    exDate,
    exDateBasis: isDated ? exDateBasisOf(entry) : 'derived',
    payDate,
    payDateBasis: entry.payment_date_basis ?? (isUsual ? 'derived' : 'source')
  }
}

/** A held-back payment was reported with its ex-date, and an estimate never was. */
function exDateBasisOf({ kind, ex_date_basis }: Pick<Entry, 'kind' | 'ex_date_basis'>): DayBasis {
  return ex_date_basis ?? (kind === 'payment' ? 'source' : 'derived')
}
