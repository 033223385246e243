import type { CalendarPage, CalendarPayment, Closure } from '../../admin-api/contract/calendar.ts'
import { addDays } from '../lib/days.ts'

export type DateKind = 'ex' | 'pay'
/**
 * 'paid': the day has come. 'declared': named by the issuer, still ahead. 'estimated': from the fund's frequency.
 * 'expected': was estimated or declared ahead, and has passed without our knowing what came.
 */
export type DateStatus = 'paid' | 'declared' | 'estimated' | 'expected'

/** The newest day in the data, and the day it is. */
export type Now = { asOf: string; today: string }

type CalendarEntry = Pick<CalendarPayment, 'symbol' | 'amount' | 'range'>

/** The funds that share a day, a kind of date and its status. */
export type CalendarGroup = {
  kind: DateKind
  status: DateStatus
  /** Only for an ex-date that is still ahead. */
  ownBy: string | null
  entries: CalendarEntry[]
}

type CalendarDay = { day: string; isAsOf: boolean; closure: Closure | null; groups: CalendarGroup[] }

export type CalendarWeek = {
  /** Its Monday. */
  monday: string
  /** Monday to Friday. */
  days: CalendarDay[]
  /** Friday is not after the newest day in the data: on record. After it but before today: gone by unseen. */
  when: 'recorded' | 'unseen' | 'coming'
  /** The day on which most funds pay; null when none pays. */
  busiestDay: { day: string; funds: number } | null
}

export function statusOf(payment: CalendarPayment, day: string, { asOf, today }: Now): DateStatus {
  const { isOnRecord, declaredBy } = payment
  if (day < today && (!isOnRecord || declaredBy !== null)) return 'expected'
  if (!isOnRecord) return 'estimated'
  return day <= asOf || day < today ? 'paid' : 'declared'
}

/** The calendar week by week. The groups of a day: ex-dates before pay dates, then paid, declared, expected, estimated. */
export function calendarWeeks(
  { asOf, from, until, payments, closures }: CalendarPage,
  today: string
): CalendarWeek[] {
  const now = { asOf, today }
  const exOn = Map.groupBy(payments, ({ exDate }) => exDate)
  const paidOn = Map.groupBy(payments, ({ payDate }) => payDate)
  const closureOn = new Map(closures.map((closure) => [closure.day, closure]))
  const weeks: CalendarWeek[] = []
  for (let monday = from; monday <= until; monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4].map((offset) => {
      const day = addDays(monday, offset)
      return {
        day,
        isAsOf: day === asOf,
        closure: closureOn.get(day) ?? null,
        groups: [
          ...groupsOf('ex', day, now, exOn.get(day) ?? []),
          ...groupsOf('pay', day, now, paidOn.get(day) ?? [])
        ]
      }
    })
    const friday = addDays(monday, 4)
    const when = friday <= asOf ? 'recorded' : friday < today ? 'unseen' : 'coming'
    weeks.push({ monday, days, when, busiestDay: busiestDayOf(days) })
  }
  return weeks
}

function groupsOf(
  kind: DateKind,
  day: string,
  now: Now,
  payments: readonly CalendarPayment[]
): CalendarGroup[] {
  const byStatus = Map.groupBy(payments, (payment) => statusOf(payment, day, now))
  return (['paid', 'declared', 'expected', 'estimated'] as const).flatMap((status) => {
    const members = byStatus.get(status) ?? []
    const [first] = members
    if (first === undefined) return []
    return {
      kind,
      status,
      ownBy: kind === 'ex' && (status === 'declared' || status === 'estimated') ? first.ownBy : null,
      entries: members
        .map(({ symbol, amount, range }) => ({ symbol, amount, range }))
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    }
  })
}

function busiestDayOf(days: readonly CalendarDay[]): CalendarWeek['busiestDay'] {
  const counts = days.map(({ day, groups }) => ({ day, funds: countPaying(groups) }))
  const highest = counts.reduce((a, b) => (b.funds > a.funds ? b : a))
  return highest.funds === 0 ? null : highest
}

export function countPaying(groups: readonly CalendarGroup[]): number {
  return groups.filter(({ kind }) => kind === 'pay').reduce((sum, { entries }) => sum + entries.length, 0)
}
