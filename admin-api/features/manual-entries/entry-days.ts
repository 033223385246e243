import type { EntryRow } from '../../db/manual-entries.db.ts'
import { exDateAfterMove, exDateFor, payDateFor } from '../../estimator/schedule/next-dates.ts'
import type { IsoDay, Payment } from '../../estimator/types.ts'

type Basis = 'source' | 'derived'

/**
 * The ex-date that goes with a new pay date. Of a payment the collected one stays while it fits, because that is
 * the day a source names; the one of an estimate was only counted, and follows the pay date.
 * @param payments of the fund, ascending.
 */
export function moveExDate(
  { kind, ex_date }: Pick<EntryRow, 'kind' | 'ex_date'>,
  payDate: IsoDay,
  payments: readonly Payment[]
): IsoDay {
  return exDateAfterMove(kind === 'payment' ? ex_date : null, payDate, payments)
}

/**
 * Where the two days come from. A day that is just what the other one lets expect counts as derived: an entry does
 * not keep which was read in a source, and a later reading of it puts that right.
 */
export function basisOfDays(
  exDate: IsoDay,
  payDate: IsoDay,
  payments: readonly Payment[]
): { exDateBasis: Basis; payDateBasis: Basis } {
  return {
    exDateBasis: exDate === exDateFor(payDate, payments) ? 'derived' : 'source',
    payDateBasis: payDate === payDateFor(exDate, payments) ? 'derived' : 'source'
  }
}
