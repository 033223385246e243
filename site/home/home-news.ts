import type { CalendarPayment } from '../../admin-api/contract/calendar.ts'
import type { PageTime } from '../../admin-api/contract/pages.ts'
import { addDays, compareText, mondayOf } from '../../admin-api/market-days/days.ts'

/** Payments with the same own-by date, ex-date (in past weeks) or pay date. */
export type NewsRow = {
  kind: 'own-by' | 'ex-date' | 'pay-date'
  day: string
  /** False for a date that was expected and never confirmed. */
  isKnown: boolean
  /** Featured funds first. */
  payments: CalendarPayment[]
}

/** Monday of a week, and its dates. */
export type NewsWeek = { from: string; rows: NewsRow[] }

/**
 * Upcoming dates of this week, or on a weekend of the next week. With old figures, the rest of the last known week,
 * in which nothing is called upcoming.
 */
export function readNewsWeek(
  payments: readonly CalendarPayment[],
  featured: readonly string[],
  { today, nextClose, oldFigures }: Pick<PageTime, 'today' | 'nextClose' | 'oldFigures'>
): NewsWeek {
  const since = oldFigures?.newestDay ?? today
  // On a weekend that of the next week.
  const from = mondayOf(addDays(since, 2))
  const until = addDays(from, 4)
  const placeOf = new Map(featured.map((symbol, index) => [symbol, index]))
  const place = ({ symbol }: CalendarPayment) => placeOf.get(symbol) ?? featured.length
  const rowsOf = (kind: NewsRow['kind'], dayOf: (payment: CalendarPayment) => string, first = since) =>
    [...Map.groupBy(payments, dayOf)]
      .filter(([day]) => day >= first && day <= until)
      .sort(([a], [b]) => compareText(a, b))
      .map(([day, members]): NewsRow => {
        const isKnown = oldFigures === null || members.some(({ isOnRecord }) => isOnRecord)
        return { kind, day, isKnown, payments: members.toSorted((a, b) => place(a) - place(b)) }
      })
  const exDates =
    oldFigures === null
      ? rowsOf('own-by', ({ ownBy }) => ownBy, nextClose)
      : rowsOf('ex-date', ({ exDate }) => exDate)
  return { from, rows: [...exDates, ...rowsOf('pay-date', ({ payDate }) => payDate)] }
}
