import type {
  CalendarFeedPage,
  CalendarFund,
  CalendarPage,
  CalendarPayment,
  Closure
} from '../contract/calendar.ts'
import { frequencyOf, paysOn } from '../estimates/coming-payments.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { addDays, compareText, formatLongDay, mondayOf } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { bankHolidays, exchangeHolidays, ownByDay, specialClosures } from '../market-days/market-calendar.ts'
import type { IsoDay } from '../market-days/types.ts'
import { withKinds } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { Db } from '../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../publishing/figures-revision.db.ts'
import { type FundTimeline, findTimelines } from './calendar.db.ts'

const weeksShown = 7
/** Past payments in the feed of one fund. */
const recordedInFundFeed = 12
/** Past payments per fund in a feed of several: about a month. */
const recordedInChosenFeed = 4

/** Timelines of the calendar's weeks, and the newest day of the data; null without figures. */
export async function findAround(
  db: Db,
  symbols: string[] | null
): Promise<{ asOf: IsoDay; timelines: FundTimeline[] } | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  return { asOf, timelines: await findTimelines(db, symbols, weeksAround(asOf).until) }
}

/** Cached, because the home page, the calendar and its feed show it. */
const findCalendar = cacheUntilFiguresChange(async (db) => {
  const found = await findAround(db, null)
  return found && { ...found, page: buildCalendar(found.timelines, found.asOf) }
})

/** Calendar page model; null without figures. */
export async function loadCalendar(db: Db): Promise<CalendarPage | null> {
  return (await findCalendar(db))?.page ?? null
}

/** Calendar of all funds as a feed; null without figures. */
export async function loadFeed(db: Db): Promise<CalendarFeedPage | null> {
  const found = await findCalendar(db)
  return found && toFeed(null, found.timelines, found.page)
}

/** Feed of one fund; null if it doesn't exist, or stopped paying and has no announced payment. */
export async function loadFundFeed(db: Db, symbol: string): Promise<CalendarFeedPage | null> {
  const found = await findAround(db, [symbol])
  return found?.timelines.some((fund) => paysOn(fund) || fund.coming.length > 0)
    ? buildFundFeed([symbol], found.timelines, found.asOf, recordedInFundFeed)
    : null
}

/** Feed of several funds, with past payments of those that stopped. Null if none ever paid. */
export async function loadChosenFeed(db: Db, symbols: string[]): Promise<CalendarFeedPage | null> {
  const found = await findAround(db, symbols)
  return found && buildFundFeed(symbols, found.timelines, found.asOf, recordedInChosenFeed)
}

/** Monday of the week before `asOf` to the Friday five weeks after it. */
export function weeksAround(asOf: IsoDay): { from: IsoDay; until: IsoDay } {
  const from = addDays(mondayOf(asOf), -7)
  return { from, until: addDays(from, 7 * weeksShown - 3) }
}

/** Payments of the weeks around `asOf`; funds without one are listed with the reason. */
export function buildCalendar(timelines: readonly FundTimeline[], asOf: IsoDay): CalendarPage {
  const { from, until } = weeksAround(asOf)
  const isShown = ({ exDate, payDate }: CalendarPayment) => payDate >= from && exDate <= until
  const payments = timelines
    .flatMap((fund) => [...recordedPayments(fund), ...upcomingPayments(fund)].filter(isShown))
    .sort((a, b) => compareText(a.exDate, b.exDate) || compareText(a.symbol, b.symbol))
  const shown = new Set(payments.map(({ symbol }) => symbol))
  return {
    kind: 'calendar',
    asOf,
    from,
    until,
    funds: timelines.filter(({ symbol }) => shown.has(symbol)).map(toCalendarFund),
    payments,
    notices: timelines.flatMap(({ notices }) => notices),
    closures: closuresBetween(from, until),
    leftOut: timelines
      .filter(({ symbol }) => !shown.has(symbol))
      .map(({ symbol, message }) => ({ symbol, message: message ?? `${symbol} pays later.` }))
  }
}

/** Exchange and bank holidays with their common names, ascending. */
export function closuresBetween(from: IsoDay, until: IsoDay): Closure[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const special = Object.entries(specialClosures).map(([day, { why }]) => ({ day, name: why }))
  const closed = [...years.flatMap(exchangeHolidays), ...special]
  return [
    ...closed.map((holiday) => ({ ...holiday, closes: 'exchange' as const })),
    ...years.flatMap(bankHolidays).map((holiday) => ({ ...holiday, closes: 'bank' as const }))
  ]
    .filter(({ day }) => day >= from && day <= until)
    .sort((a, b) => compareText(a.day, b.day))
}

function buildFundFeed(
  symbols: string[],
  timelines: readonly FundTimeline[],
  asOf: IsoDay,
  recorded: number
): CalendarFeedPage | null {
  const payments = timelines.flatMap((fund) => [
    ...recordedPayments(fund).slice(-recorded),
    ...upcomingPayments(fund)
  ])
  const notices = timelines.flatMap((fund) => fund.notices)
  return toFeed(symbols, timelines, { asOf, funds: timelines.map(toCalendarFund), payments, notices })
}

/** Null without payments, because a calendar needs at least one event. */
function toFeed(
  symbols: string[] | null,
  timelines: readonly FundTimeline[],
  { asOf, funds, payments, notices }: Pick<CalendarPage, 'asOf' | 'funds' | 'payments' | 'notices'>
): CalendarFeedPage | null {
  const [first] = timelines
  if (first === undefined || payments.length === 0) return null
  return {
    kind: 'calendar-feed',
    symbols,
    asOf,
    madeAt: first.made_at,
    dataSource: nameSource(first, asOf),
    funds,
    payments,
    notices
  }
}

export function nameSource({ source_name }: FundTimeline, asOf: IsoDay): string {
  return `${source_name} to ${formatLongDay(asOf)}`
}

function toCalendarFund(fund: FundTimeline): CalendarFund {
  const { symbol, name, issuer, familyName } = fund
  return {
    symbol,
    name,
    issuer,
    family: familyName ?? issuer,
    frequencyLabel: labelFrequency(frequencyOf(fund))
  }
}

/** Stored payments, oldest first. */
export function recordedPayments({ symbol, payments }: FundTimeline): CalendarPayment[] {
  return withKinds(payments).map(({ exDate, payDate, amount, kind }) => ({
    symbol,
    kind,
    exDate,
    payDate,
    exDateRange: null,
    ownBy: ownByDay(exDate),
    isOnRecord: true,
    areDaysChecked: false,
    declaredBy: null,
    isProjected: false,
    amount: roundTo(4, amount),
    range: null
  }))
}

/** The fund's coming payments that are not stored yet. */
export function upcomingPayments({
  symbol,
  payments,
  coming
}: Pick<FundTimeline, 'symbol' | 'payments' | 'coming'>): CalendarPayment[] {
  const paidDays = new Set(payments.map(({ exDate }) => exDate))
  return coming
    .filter(({ ex_date }) => !paidDays.has(ex_date))
    .map(({ state, kind, declared, amount, low, high, ...payment }) => ({
      symbol,
      kind,
      exDate: payment.ex_date,
      payDate: payment.pay_date,
      exDateRange: payment.ex_date_range,
      ownBy: payment.own_by,
      isOnRecord: state === 'declared',
      areDaysChecked: state !== 'declared' && payment.dates_confirmed_on !== null,
      declaredBy: declared && { source: declared.source, seenOn: declared.seen_on },
      isProjected: state === 'projected',
      amount: amount === null ? null : roundTo(4, amount),
      range: low === null || high === null ? null : { low, high }
    }))
}
