import type { IsoDay } from '../market-days/types.ts'
import { findNearestTo } from './expected-payment.ts'

/** What an issuer announced for a payment ahead, and who says so; dollars a share. */
export type DeclaredPayment = {
  amount: number
  /** When it was announced; null where that is not reported. */
  declaredOn: IsoDay | null
  sourceName: string
  /** The day on which the source was last read. */
  seenOn: IsoDay
}

/** The one of those ahead that is meant by an expected ex-date; undefined where none is. */
export function findDeclaredFor<Row extends { ex_date: IsoDay }>(
  { as_of, next_ex_date }: { as_of: IsoDay; next_ex_date: IsoDay },
  declared: readonly Row[]
): Row | undefined {
  const ahead = declared.filter(({ ex_date }) => ex_date > as_of)
  return findNearestTo(next_ex_date, ahead, ({ ex_date }) => ex_date)
}
