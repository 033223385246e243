import type { Kysely } from 'kysely'
import {
  type CalendarFeedPage,
  type CalendarFund,
  type CalendarPage,
  type CalendarPayment,
  calendarPath,
  feedPath,
  feedPathOfFund
} from '../../contract/calendar.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import type { Database } from '../../db/schema.ts'
import { formatLongDay, labelFrequency } from '../../db/wire-format.ts'
import { addDays, weekdayOf } from '../../estimator/schedule/days.ts'
import type { IsoDay } from '../../estimator/types.ts'
import { type FundDiary, findDiaries } from './calendar.db.ts'
import { closuresBetween } from './closures.ts'
import { comingPayments, frequencyOf, recordedPayments } from './coming-payments.ts'

const weeksShown = 7
/** A subscriber of one fund sees a little more of its past; so a fund that stopped has a feed, too. */
const recordedInFundFeed = 12

/** Paths of all feeds. */
export async function listFeedPaths(db: Kysely<Database>): Promise<string[]> {
  const funds = await findFunds(db)
  return [feedPath, ...funds.map(({ symbol }) => feedPathOfFund(symbol))]
}

/** What the calendar or a feed is drawn from; null for any other path, and without figures. */
export async function loadCalendarPage(
  db: Kysely<Database>,
  path: string
): Promise<CalendarPage | CalendarFeedPage | null> {
  const asked = askedFor(path)
  if (asked === null) return null
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const diaries = await findDiaries(db, asked.symbol)
  if (asked.symbol !== null) return drawFundFeed(diaries, asOf)
  const page = drawCalendar(diaries, asOf)
  return asked.isFeed ? toFeed(null, diaries, page) : page
}

function askedFor(path: string): { symbol: string | null; isFeed: boolean } | null {
  if (path === calendarPath) return { symbol: null, isFeed: false }
  if (path === feedPath) return { symbol: null, isFeed: true }
  const symbol = /^\/calendar\/([a-z]{1,5})\.ics$/.exec(path)?.[1]
  return symbol === undefined ? null : { symbol: symbol.toUpperCase(), isFeed: true }
}

/** The week of a week ago, the week of `asOf`, and five more. */
export function weeksAround(asOf: IsoDay): { from: IsoDay; until: IsoDay } {
  const from = addDays(asOf, 1 - weekdayOf(asOf) - 7)
  return { from, until: addDays(from, 7 * weeksShown - 3) }
}

/** All funds with a day in the weeks around `asOf`; the others are named with the reason. */
export function drawCalendar(diaries: readonly FundDiary[], asOf: IsoDay): CalendarPage {
  const { from, until } = weeksAround(asOf)
  const isShown = ({ exDate, payDate }: CalendarPayment) => payDate >= from && exDate <= until
  const payments = diaries
    .flatMap((fund) => [...recordedPayments(fund).filter(isShown), ...comingPayments(fund, asOf, until)])
    .sort(byExDate)
  const shown = new Set(payments.map(({ symbol }) => symbol))
  return {
    kind: 'calendar',
    asOf,
    from,
    until,
    funds: diaries.filter(({ symbol }) => shown.has(symbol)).map(toCalendarFund),
    payments,
    closures: closuresBetween(from, until),
    leftOut: diaries
      .filter(({ symbol }) => !shown.has(symbol))
      .map(({ symbol, estimate }) => ({ symbol, message: estimate.message ?? `${symbol} pays later.` }))
  }
}

function drawFundFeed(diaries: readonly FundDiary[], asOf: IsoDay): CalendarFeedPage | null {
  const [fund] = diaries
  if (fund === undefined) return null
  const payments = [
    ...recordedPayments(fund).slice(-recordedInFundFeed),
    ...comingPayments(fund, asOf, weeksAround(asOf).until)
  ]
  return toFeed(fund.symbol, diaries, { asOf, funds: [toCalendarFund(fund)], payments })
}

/** null without payments: a calendar without a single event is not a valid one. */
function toFeed(
  symbol: string | null,
  diaries: readonly FundDiary[],
  { asOf, funds, payments }: Pick<CalendarPage, 'asOf' | 'funds' | 'payments'>
): CalendarFeedPage | null {
  const estimate = diaries[0]?.estimate
  if (estimate === undefined || payments.length === 0) return null
  const dataSource = `${estimate.source_name} to ${formatLongDay(asOf)}`
  return { kind: 'calendar-feed', symbol, asOf, madeAt: estimate.made_at, dataSource, funds, payments }
}

function toCalendarFund({ symbol, name, issuer, payments }: FundDiary): CalendarFund {
  return { symbol, name, issuer, frequencyLabel: labelFrequency(frequencyOf(payments)) }
}

function byExDate(a: CalendarPayment, b: CalendarPayment): number {
  if (a.exDate !== b.exDate) return a.exDate < b.exDate ? -1 : 1
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}
