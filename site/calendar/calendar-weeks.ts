import type {
  CalendarNotice,
  CalendarPage,
  CalendarPayment,
  Closure
} from '../../admin-api/contract/calendar.ts'
import type { PageTime } from '../../admin-api/contract/pages.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { ownByAhead } from '../../admin-api/market-days/market-calendar.ts'

export type DateKind = 'ex' | 'pay'
/**
 * 'paid': the day is not ahead. 'declared': announced by the issuer, ahead. 'estimated': from the fund's frequency.
 * 'expected': estimated or declared, but the day passed without news.
 */
export type DateStatus = 'paid' | 'declared' | 'estimated' | 'expected'

/** Newest day of the data, and today. */
export type Now = { asOf: string; today: string }

type Time = Pick<PageTime, 'today' | 'nextClose'>

type CalendarDay = {
  day: string
  isAsOf: boolean
  /** Shown first on screens that show one day at a time. */
  isFirst: boolean
  closure: Closure | null
  notices: CalendarNotice[]
  groups: CalendarGroup[]
  /** Number of funds with a date on this day. */
  funds: number
}

/** Funds that share a day, a kind of date and a state. */
export type CalendarGroup = {
  kind: DateKind
  status: DateStatus
  /** Only for an ex-date ahead, else null; `isPast` after that day's close. */
  ownBy: { day: string; isPast: boolean } | null
  /** Funds by family, largest family first. */
  families: { name: string; entries: CalendarPayment[] }[]
}

export type CalendarWeek = {
  /** Its Monday. */
  monday: string
  /** Monday to Friday. */
  days: CalendarDay[]
  /** recorded: Friday is not after the newest day of the data. unseen: after it but before today. */
  when: 'recorded' | 'unseen' | 'coming'
}

export function statusOf(payment: CalendarPayment, day: string, { asOf, today }: Now): DateStatus {
  const { isOnRecord, declaredBy } = payment
  if (day < today && (!isOnRecord || declaredBy !== null)) return 'expected'
  if (!isOnRecord) return 'estimated'
  return day <= asOf || day < today ? 'paid' : 'declared'
}

/** The calendar by week. Groups of a day: ex-dates before pay dates, then paid, declared, expected, estimated. */
export function calendarWeeks(
  { asOf, from, until, payments, notices, closures, funds }: CalendarPage,
  { today, nextClose }: Time
): CalendarWeek[] {
  const now = { asOf, today, nextClose }
  const exOn = Map.groupBy(payments, ({ exDate }) => exDate)
  const paidOn = Map.groupBy(payments, ({ payDate }) => payDate)
  const noticesOn = Map.groupBy(notices, ({ day }) => day)
  const closureOn = new Map(closures.map((closure) => [closure.day, closure]))
  const familyOf = new Map(funds.map(({ symbol, family }) => [symbol, family]))
  const weeks: CalendarWeek[] = []
  for (let monday = from; monday <= until; monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4].map((offset) => {
      const day = addDays(monday, offset)
      const noticesOfDay = noticesOn.get(day) ?? []
      const ofDay = [...(exOn.get(day) ?? []), ...(paidOn.get(day) ?? []), ...noticesOfDay]
      return {
        day,
        isAsOf: day === asOf,
        isFirst: false,
        closure: closureOn.get(day) ?? null,
        notices: noticesOfDay,
        groups: [
          ...groupsOf('ex', day, now, exOn.get(day) ?? [], familyOf),
          ...groupsOf('pay', day, now, paidOn.get(day) ?? [], familyOf)
        ],
        funds: new Set(ofDay.map(({ symbol }) => symbol)).size
      }
    })
    const friday = addDays(monday, 4)
    const when = friday <= asOf ? 'recorded' : friday < today ? 'unseen' : 'coming'
    const first =
      days.find(({ day }) => day === today) ??
      days.find(({ isAsOf }) => isAsOf) ??
      days.find(({ funds }) => funds)
    if (first !== undefined) first.isFirst = true
    weeks.push({ monday, days, when })
  }
  return weeks
}

function groupsOf(
  kind: DateKind,
  day: string,
  now: Now & Time,
  payments: readonly CalendarPayment[],
  familyOf: ReadonlyMap<string, string>
): CalendarGroup[] {
  const byStatus = Map.groupBy(payments, (payment) => statusOf(payment, day, now))
  return (['paid', 'declared', 'expected', 'estimated'] as const).flatMap((status) => {
    const members = (byStatus.get(status) ?? []).map((payment) => ({
      ...payment,
      ownBy: ownByAhead(payment.ownBy, payment.exDateRange, now.nextClose)
    }))
    // A fund with a range of days has an own-by date of its own.
    const first = members.find(({ exDateRange }) => exDateRange === null) ?? members[0]
    if (first === undefined) return []
    const isAhead = kind === 'ex' && (status === 'declared' || status === 'estimated')
    const entries = members.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    return {
      kind,
      status,
      ownBy: isAhead ? { day: first.ownBy, isPast: first.ownBy < now.nextClose } : null,
      families: [...Map.groupBy(entries, ({ symbol }) => familyOf.get(symbol) ?? '')]
        .map(([name, ofFamily]) => ({ name, entries: ofFamily }))
        .sort((a, b) => b.entries.length - a.entries.length || (a.name < b.name ? -1 : 1))
    }
  })
}

export function countFunds({ families }: CalendarGroup): number {
  return families.reduce((sum, { entries }) => sum + entries.length, 0)
}
