/** The calendar of all funds, as a page and as a feed for calendar programs; every new figure changes both. */
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
  /** 'Weekly', 'Every 4 Weeks' or 'Monthly'. */
  frequencyLabel: string
}

/** One distribution of a fund. Days are YYYY-MM-DD, money is dollars a share on today's share basis. */
export type CalendarPayment = {
  symbol: string
  exDate: string
  payDate: string
  /** The last session before the ex-date: who holds the share at its close is paid. */
  ownBy: string
  /** On record or declared, as the issuer named it; otherwise the days follow from the fund's rhythm. */
  isOnRecord: boolean
  /** Not on record, but the operator approved both days. */
  areDaysChecked: boolean
  /** Of a payment that is declared and not stored yet: who says so, and the day it was read there. Else null. */
  declaredBy: { source: string; seenOn: string } | null
  /** null where only the days are known: beyond the next payment there is no estimate. */
  amount: number | null
  /** Of an estimate: should hold 80 of 100 outcomes. */
  range: { low: number; high: number } | null
}

/** 'exchange': no trading. 'bank': trading as usual, but funds pay nothing. */
export type Closure = { day: string; name: string; closes: 'exchange' | 'bank' }

export type CalendarPage = {
  kind: 'calendar'
  /** The newest day in the data. */
  asOf: string
  /** A Monday and a Friday; the payments are those with one of their days between them. */
  from: string
  until: string
  /** By symbol. */
  funds: CalendarFund[]
  /** By ex-date, then by symbol. */
  payments: CalendarPayment[]
  closures: Closure[]
  /** Funds without coming days, and the sentence that says why. */
  leftOut: { symbol: string; message: string }[]
}

export type CalendarFeedPage = {
  kind: 'calendar-feed'
  /** The funds it was asked for, ascending; null for the feed of all. */
  symbols: string[] | null
  asOf: string
  /** When the estimates were made, an instant. */
  madeAt: string
  dataSource: string
  funds: CalendarFund[]
  payments: CalendarPayment[]
}
