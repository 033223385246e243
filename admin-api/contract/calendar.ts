/** Calendar of all funds, as a page and as a feed for calendar programs. */
export const calendarPath = '/calendar'
export const feedPath = '/calendar.ics'

/** The feed of one fund. */
export function feedPathOfFund(symbol: string): string {
  return `/calendar/${symbol.toLowerCase()}.ics`
}

export type CalendarFund = {
  symbol: string
  name: string
  issuer: string
  /** Name of its family: 'YieldMax, single stock'. */
  family: string
  /** 'Weekly', 'Every 4 Weeks' or 'Monthly'. */
  frequencyLabel: string
}

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
  /** Null if only the days are known: there is no estimate beyond the next payment. */
  amount: number | null
  /** The 80 % range of an estimate. */
  range: { low: number; high: number } | null
}

/** 'exchange': no trading. 'bank': regular trading, but no payments. */
export type Closure = { day: string; name: string; closes: 'exchange' | 'bank' }

export type CalendarPage = {
  kind: 'calendar'
  /** The newest day in the data. */
  asOf: string
  /** A Monday and a Friday; `payments` are those with a day between them. */
  from: string
  until: string
  /** By symbol. */
  funds: CalendarFund[]
  /** By ex-date, then by symbol. */
  payments: CalendarPayment[]
  closures: Closure[]
  /** Funds without upcoming payments, each with a sentence that says why. */
  leftOut: { symbol: string; message: string }[]
}

export type CalendarFeedPage = {
  kind: 'calendar-feed'
  /** Requested funds, ascending; null for the feed of all funds. */
  symbols: string[] | null
  asOf: string
  /** When the estimates were made, an instant. */
  madeAt: string
  dataSource: string
  funds: CalendarFund[]
  payments: CalendarPayment[]
}
