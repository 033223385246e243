import type { Kysely } from 'kysely'
import type {
  CalendarFeedPage,
  CalendarFund,
  CalendarPage,
  CalendarPayment
} from '../contract/calendar.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { addDays, spellDay, weekdayOf } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { labelFrequency } from '../market-days/format-days.ts'
import { type FundDiary, findDiaries } from './calendar.db.ts'
import { closuresBetween } from './closures.ts'
import { comingPayments, frequencyOf, recordedPayments } from './coming-payments.ts'

const weeksShown = 7
/** A subscriber of one fund sees a little more of its past. */
const recordedInFundFeed = 12
/** Of several together a month: most are read by programs that keep what they have seen. */
const recordedInChosenFeed = 4

/** What the calendar is drawn from; null without figures. */
export async function loadCalendar(db: Kysely<Database>): Promise<CalendarPage | null> {
  const asOf = await findNewestPriceDay(db)
  return asOf === null ? null : drawCalendar(await findDiaries(db, null), asOf)
}

/** The same as a feed. */
export async function loadFeed(db: Kysely<Database>): Promise<CalendarFeedPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const diaries = await findDiaries(db, null)
  return toFeed(null, diaries, drawCalendar(diaries, asOf))
}

/** The feed of one fund; null where there is no such fund, or nothing more to come from it. */
export async function loadFundFeed(db: Kysely<Database>, symbol: string): Promise<CalendarFeedPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const diaries = await findDiaries(db, [symbol])
  return diaries.some(paysOn) ? drawFundFeed([symbol], diaries, asOf, recordedInFundFeed) : null
}

/** The feed of some funds; those that pay no more show what they paid. Null where none ever paid. */
export async function loadChosenFeed(
  db: Kysely<Database>,
  symbols: string[]
): Promise<CalendarFeedPage | null> {
  const asOf = await findNewestPriceDay(db)
  return asOf === null
    ? null
    : drawFundFeed(symbols, await findDiaries(db, symbols), asOf, recordedInChosenFeed)
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

function paysOn({ state, estimate }: FundDiary): boolean {
  return state === 'open' && estimate.status !== 'inactive'
}

function drawFundFeed(
  symbols: string[],
  diaries: readonly FundDiary[],
  asOf: IsoDay,
  recorded: number
): CalendarFeedPage | null {
  const payments = diaries.flatMap((fund) => [
    ...recordedPayments(fund).slice(-recorded),
    ...comingPayments(fund, asOf, weeksAround(asOf).until)
  ])
  return toFeed(symbols, diaries, { asOf, funds: diaries.map(toCalendarFund), payments })
}

/** null without payments: a calendar without a single event is not a valid one. */
function toFeed(
  symbols: string[] | null,
  diaries: readonly FundDiary[],
  { asOf, funds, payments }: Pick<CalendarPage, 'asOf' | 'funds' | 'payments'>
): CalendarFeedPage | null {
  const estimate = diaries[0]?.estimate
  if (estimate === undefined || payments.length === 0) return null
  const dataSource = nameSource(estimate, asOf)
  return { kind: 'calendar-feed', symbols, asOf, madeAt: estimate.made_at, dataSource, funds, payments }
}

export function nameSource({ source_name }: FundDiary['estimate'], asOf: IsoDay): string {
  return `${source_name} to ${spellDay(asOf)}`
}

function toCalendarFund({ symbol, name, issuer, payments }: FundDiary): CalendarFund {
  return { symbol, name, issuer, frequencyLabel: labelFrequency(frequencyOf(payments)) }
}

function byExDate(a: CalendarPayment, b: CalendarPayment): number {
  if (a.exDate !== b.exDate) return a.exDate < b.exDate ? -1 : 1
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}
