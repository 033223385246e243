import type { CalendarNotice } from '../contract/calendar.ts'
import type { ComingPayment } from '../contract/open-data.ts'
import { findComingPayments } from '../estimates/coming-payments.db.ts'
import { type FrozenRow, fromRecordWithCloses } from '../estimates/estimate-record.db.ts'
import { type FundWithPayments, findPayingFunds } from '../estimates/estimates.db.ts'
import { findFamilies } from '../funds/families.db.ts'
import { findConfirmedNotices } from '../funds/fund-notices.db.ts'
import { addDays } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { Db } from '../platform/database/schema.ts'

const noticeDays = 60

/** A fund with its current estimate, and its stored and coming payments, oldest first. */
export type FundTimeline = FundWithPayments & {
  /** Null if its family has no row. */
  familyName: string | null
  coming: readonly ComingPayment[]
  /** Confirmed changes, from a week before the calendar on. */
  notices: CalendarNotice[]
}

/** Timelines by symbol. @param symbols null for all funds; @param until last coming ex-date */
export async function findTimelines(
  db: Db,
  symbols: readonly string[] | null,
  until: IsoDay
): Promise<FundTimeline[]> {
  const familyNames = new Map((await findFamilies(db)).map(({ id, name }) => [id, name]))
  const notices = await findConfirmedNotices(db, addDays(until, -noticeDays), symbols)
  const comingOf = await findComingPayments(db, symbols, until)
  return (await findPayingFunds(db, symbols)).map((fund) => ({
    ...fund,
    familyName: familyNames.get(fund.family) ?? null,
    coming: comingOf.get(fund.symbol) ?? [],
    notices: notices.flatMap(({ id, symbol, kind, effective_on: day, sentence }) =>
      symbol === fund.symbol ? { id, symbol, kind, day, sentence } : []
    )
  }))
}

/** Frozen estimates whose payment went ex after a day or is still unknown, in the order of freezing. */
export async function findRecentEstimates(
  db: Db,
  symbols: readonly string[],
  after: IsoDay
): Promise<FrozenRow[]> {
  return fromRecordWithCloses(db)
    .selectAll('record')
    .where('record.symbol', 'in', symbols)
    .where((eb) => eb.or([eb('record.paid_ex_date', '>', after), eb('record.actual', 'is', null)]))
    .orderBy('record.version')
    .orderBy('record.as_of')
    .execute()
}
