import type { CalendarFeedPage, CalendarPayment } from '../../admin-api/contract/calendar.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { noticeKinds } from '../../admin-api/contract/vocabulary.ts'
import { isoWeek } from '../../admin-api/market-days/days.ts'
import { formatDay, formatDayRange, formatDividend, formatMoney, formatWeekday } from '../lib/format.ts'
import { type DateKind, type DateStatus, type Now, statusOf } from './calendar-weeks.ts'
import { type DayEvent, type Feed, writeFeed } from './icalendar.ts'

/** Figures change once a day at most; polling twice a day is enough. */
const refreshHours = 12
const warning = 'Estimated, not guaranteed, and not financial advice.'

/** The feed at `path`; 404 for unknown funds and those that never paid. */
export function answerFeed({ page, site, time }: App.Locals, path: string): Response {
  if (page?.kind !== 'calendar-feed') return new Response('There is no such feed.', { status: 404 })
  return new Response(writeFeed(toFeed(page, { siteUrl: site.url, path, today: time.today })), {
    headers: { 'content-type': 'text/calendar; charset=utf-8' }
  })
}

/** URL of the feed, and the day it is rendered for. */
type FeedPlace = { siteUrl: string; path: string; today: string }

/** Payments as events of an iCalendar feed. */
export function toFeed(page: CalendarFeedPage, { siteUrl, path, today }: FeedPlace): Feed {
  const { symbols, asOf, madeAt: stamp } = page
  return {
    name: `Doubloon: ${symbols === null ? 'ETF' : symbols.join(', ')} distributions`,
    description: `Ex-dates and pay dates, data through ${formatDay(asOf)}. ${warning}`,
    source: siteUrl + path,
    stamp,
    refreshHours,
    events: eventsOf(page, siteUrl, today)
  }
}

function eventsOf(page: CalendarFeedPage, siteUrl: string, today: string): DayEvent[] {
  const now = { asOf: page.asOf, today }
  const uses = new Map<string, number>()
  const payments = page.payments.flatMap((payment) => {
    const id = idOf(payment)
    const use = (uses.get(id) ?? 0) + 1
    uses.set(id, use)
    const ownId = use === 1 ? id : `${id}-${use}`
    const days = [
      { kind: 'ex', day: payment.exDate },
      { kind: 'pay', day: payment.payDate }
    ] as const
    return days.map(({ kind, day }) => {
      const status = statusOf(payment, day, now)
      return {
        uid: `${ownId}-${kind}@doubloon`,
        day,
        summary: summaryOf(payment, kind, status),
        description: [...factsOf(payment, now), `Source: ${page.dataSource}.`].join('\n'),
        url: siteUrl + pathOfFund(payment.symbol),
        isTentative: status === 'estimated' || status === 'expected'
      }
    })
  })
  const notices = page.notices.map(({ id, symbol, kind, day, sentence }) => ({
    uid: `${symbol.toLowerCase()}-notice-${id}@doubloon`,
    day,
    summary: `${symbol}: ${noticeKinds[kind].toLowerCase()}`,
    description: sentence,
    url: siteUrl + pathOfFund(symbol),
    isTentative: false
  }))
  return [...payments, ...notices]
}

/**
 * Id by the week of the ex-date, not the day: when a holiday moves a day within its week, or an estimate becomes a
 * payment, a subscriber's event moves instead of being duplicated. A second regular payment of a week gets a number; one paid in
 * addition has its kind in its id.
 */
function idOf({ symbol, exDate, kind }: CalendarPayment): string {
  const suffix = kind === 'regular' ? '' : `-${kind}`
  return `${symbol}-${isoWeek(exDate)}${suffix}`.toLowerCase()
}

/** Names of payments that are paid in addition. */
export const extraNames = { residual: 'year-end extra', special: 'special payment' } as const

function summaryOf(payment: CalendarPayment, kind: DateKind, status: DateStatus): string {
  const { symbol, amount, isProjected, kind: paymentKind } = payment
  if (paymentKind !== 'regular')
    return `${symbol} ${extraNames[paymentKind]} ${formatDividend(amount ?? 0)} (${kind === 'ex' ? 'ex-date' : wordOf(status)})`
  if (status === 'paid')
    return kind === 'ex' ? `${symbol} ex-date` : `${symbol} paid ${formatDividend(amount ?? 0)} a share`
  if (amount === null || isProjected || status === 'expected')
    return `${symbol} ${kind === 'ex' ? 'ex-date' : 'pay date'} (${wordOf(status)})`
  return kind === 'ex'
    ? `${titleOf(payment, status)} (ex-date)`
    : `${symbol} pays ${formatAmount(payment)} (${wordOf(status)})`
}

/** Title of a payment: 'MSTY about $0.29, pays Fri', or that it isn't confirmed. */
export function titleOf(payment: CalendarPayment, status: DateStatus): string {
  const when = status === 'expected' ? 'not confirmed' : `pays ${formatWeekday(payment.payDate).slice(0, 3)}`
  return `${payment.symbol} ${formatAmount(payment)}, ${when}`
}

function formatAmount({ amount, isOnRecord }: CalendarPayment): string {
  return isOnRecord ? formatDividend(amount ?? 0) : `about ${formatAbout(amount ?? 0)}`
}

/** Estimates have two significant digits, which is all that their range supports. */
export function formatAbout(dollars: number): string {
  return dollars >= 0.1 || dollars === 0 ? formatMoney(dollars) : `$${Number(dollars.toPrecision(2))}`
}

function wordOf(status: DateStatus): string {
  return status === 'expected' ? 'not confirmed' : status
}

/** Facts about a payment, one sentence each. */
export function factsOf(payment: CalendarPayment, now: Now): string[] {
  const { exDate, exDateRange, payDate, ownBy } = payment
  const { amount, range, isProjected, isOnRecord, areDaysChecked, declaredBy } = payment
  const days = `Ex-date ${formatWeekday(exDate)}, pay date ${formatWeekday(payDate)}`
  const isAhead = exDate > now.asOf && exDate >= now.today
  const own = isAhead ? [`Own it by the close on ${formatWeekday(ownBy)}.`] : []
  if (isOnRecord) {
    const word = statusOf(payment, payDate, now) === 'paid' ? 'Paid' : 'Declared'
    const by = declaredBy === null ? '' : ` (${declaredBy.source}, ${formatDay(declaredBy.seenOn)})`
    return [`${word}: ${formatDividend(amount ?? 0)} a share${by}.`, ...own, `${days}.`]
  }
  const figure =
    amount === null || range === null || isProjected
      ? `No estimate yet${amount === null ? '' : `; the one before is ${formatAbout(amount)} a share`}.`
      : `Estimate: ${formatDividend(amount)} a share; 80% range ${formatDividend(range.low)} to ${formatDividend(range.high)}.`
  const howSure = areDaysChecked ? 'both checked by us' : 'both estimated'
  const between = exDateRange === null ? [] : [`Expected ex-date: ${formatDayRange(exDateRange)}.`]
  return [figure, ...own, `${days}, ${howSure}.`, ...between, warning]
}
