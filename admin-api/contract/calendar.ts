import type { NoticeKind, PaymentKind } from './vocabulary.ts'

/** Calendar of all funds, as a page and as a feed for calendar programs. */
export const calendarPath = '/calendar'
export const feedPath = '/calendar.ics'

export function feedPathOfFund(symbol: string): string {
  return `/calendar/${symbol.toLowerCase()}.ics`
}

/** Weekly reports: one page for each week with payments, a list of them, and a feed. */
export const weeksPath = '/weeks'
export const weeksFeedPath = '/weeks.xml'
/** Weekly reports start with the first week of 2025. */
export const firstThursday = '2025-01-02'

/** @param thursday YYYY-MM-DD, the day that names the week, even if the exchange is closed on it. */
export function pathOfWeek(thursday: string): string {
  return `/week/${thursday}`
}

/** Hypothetical investment in each fund of a week, in dollars, so that funds of any price can be summed. */
export const stakeDollars = 100

/** One distribution of a fund. Days are YYYY-MM-DD, money is dollars a share on today's share basis. */
export type CalendarPayment = {
  symbol: string
  exDate: string
  payDate: string
  /** Days between which an estimated ex-date should fall; null if one day is certain enough. */
  exDateRange: { first: string; last: string } | null
  /** The last session before the ex-date, or before the first day of its range; holders at its close get the payment. */
  ownBy: string
  /** Paid or declared; otherwise the days follow from the fund's schedule. */
  isOnRecord: boolean
  /** Not paid or declared, but both days are confirmed by the operator. */
  areDaysChecked: boolean
  /** Source of a declared payment that is not stored yet, and the day it was read there; else null. */
  declaredBy: { source: string; seenOn: string } | null
  /** A regular payment after the next one; its amount and range are those of the next. */
  isProjected: boolean
  /** Residual and special ones are paid in addition to the regular ones. */
  kind: PaymentKind
  /** Null if only the days are known. */
  amount: number | null
  /** The 80 % range of an estimate. */
  range: { low: number; high: number } | null
}

/** A fund with payments in a calendar. */
export type CalendarFund = {
  symbol: string
  name: string
  issuer: string
  /** Name of its family, or its issuer if the family has no row. */
  family: string
  /** 'Weekly' */
  frequencyLabel: string
}

/** Payments, notices and closures of the weeks around the newest day of the data. */
export type CalendarPage = {
  kind: 'calendar'
  /** Newest day of the data. */
  asOf: string
  /** A Monday and a Friday; `payments` are those with a day between them. */
  from: string
  until: string
  funds: CalendarFund[]
  /** Ascending by ex-date, then by symbol. */
  payments: CalendarPayment[]
  notices: CalendarNotice[]
  closures: Closure[]
  /** Funds without upcoming payments, each with a sentence that says why. */
  leftOut: { symbol: string; message: string }[]
}

/** A calendar as a file for calendar programs; it has at least one payment. */
export type CalendarFeedPage = Pick<CalendarPage, 'asOf' | 'funds' | 'payments' | 'notices'> & {
  kind: 'calendar-feed'
  /** Requested funds, ascending; null for the feed of all funds. */
  symbols: string[] | null
  /** Instant of the estimates. */
  madeAt: string
  /** Name of the source, and the newest day of the data. */
  dataSource: string
}

/** A confirmed change of a fund, such as a reverse split, and the day on which it takes effect. */
export type CalendarNotice = { id: number; symbol: string; kind: NoticeKind; day: string; sentence: string }

/** 'exchange': no trading. 'bank': regular trading, but no payments. */
export type Closure = { day: string; name: string; closes: 'exchange' | 'bank' }
