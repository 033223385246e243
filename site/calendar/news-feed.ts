import { calendarPath } from '../../admin-api/contract/calendar.ts'
import {
  type ChosenNewsPage,
  chosenPathOf,
  type FundNews,
  readChosenNews
} from '../../admin-api/contract/chosen-feeds.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { compareText, isoWeek } from '../../admin-api/market-days/days.ts'
import { formatDividend, formatPercent, formatWeekday } from '../lib/format.ts'
import { type AtomEntry, writeAtom } from './atom.ts'
import { type Now, statusOf } from './calendar-weeks.ts'
import { factsOf, titleOf } from './feed-events.ts'

/**
 * News of the chosen funds as an Atom feed, newest first. An estimate with new figures is a new entry; a payment is
 * one entry from its declaration on.
 */
export function writeNewsFeed(page: ChosenNewsPage, place: { siteUrl: string; today: string }): string {
  const { symbols, asOf, news } = page
  const { siteUrl, today } = place
  const entries = news.map((one) => toEntry(one, page, { asOf, today }, siteUrl))
  const self = siteUrl + chosenPathOf(readChosenNews, symbols)
  return writeAtom({
    id: self,
    title: `Doubloon: ${symbols.join(', ')}`,
    subtitle: 'Estimated and actual payments of these funds, and changed dates.',
    self,
    page: siteUrl + calendarPath,
    entries: entries.sort((a, b) => compareText(b.updated, a.updated) || compareText(a.id, b.id))
  })
}

function toEntry(news: FundNews, { dataSource }: ChosenNewsPage, now: Now, siteUrl: string): AtomEntry {
  const { payment } = news
  const { symbol, exDate } = payment
  const url = siteUrl + pathOfFund(symbol)
  const { key, title, day, facts } = describeNews(news, now)
  const at = `${day}T00:00:00Z`
  return {
    id: `${url}#${isoWeek(exDate).toLowerCase()}-${key}`,
    title,
    url,
    published: at,
    updated: at,
    summary: [...facts, ...factsOf(payment, now), `Source: ${dataSource}.`].join(' ')
  }
}

/** Title and facts of an entry, the key that distinguishes it from others of its payment, and the day it became known. */
function describeNews(news: FundNews, now: Now) {
  const { payment } = news
  if (news.kind === 'estimate') {
    const { amount, range } = payment
    const key = `estimate-${[amount, range?.low, range?.high].join('-')}`
    const title = titleOf(payment, statusOf(payment, payment.exDate, now))
    return { key, title, day: news.since, facts: [] }
  }
  if (news.kind === 'days') {
    const { symbol, exDate } = payment
    const title = `${symbol}: ex-date ${formatWeekday(exDate)}, not ${formatWeekday(news.expectedExDate)}`
    return {
      key: `days-${exDate}`,
      title,
      day: news.since,
      facts: ['The dates differ from the expected ones.']
    }
  }
  return describePayment(news, now)
}

function describePayment({ payment, estimate }: Extract<FundNews, { kind: 'payment' }>, now: Now) {
  const { symbol, exDate, payDate, declaredBy } = payment
  const amount = payment.amount ?? 0
  const status = statusOf(payment, payDate, now)
  const isPaid = status === 'paid'
  const isEx = statusOf(payment, exDate, now) === 'paid'
  const title = isPaid ? `${symbol} paid ${formatDividend(amount)}` : `${titleOf(payment, status)} (declared)`
  return {
    // A rare second payment of a week has another ex-date.
    key: `payment-${exDate}`,
    title: estimate === null ? title : `${title}, ${formatMiss(amount, estimate.amount)}`,
    day: isPaid ? payDate : (declaredBy?.seenOn ?? (isEx ? exDate : now.asOf)),
    facts:
      estimate === null ? ['There was no estimate for this payment.'] : [formatEstimate(amount, estimate)]
  }
}

/** 'as estimated', '4.2% below the estimate' */
function formatMiss(actual: number, estimate: number): string {
  if (estimate === 0) return 'we had estimated no payment'
  const percent = (100 * (actual - estimate)) / estimate
  const size = formatPercent(Math.abs(percent), 1)
  if (size === formatPercent(0, 1)) return 'as estimated'
  return `${size} ${percent > 0 ? 'above' : 'below'} the estimate`
}

function formatEstimate(
  actual: number,
  { amount, low, high }: { amount: number; low: number; high: number }
): string {
  const where = actual >= low && actual <= high ? 'inside' : 'outside'
  return `The estimate was ${formatDividend(amount)}, ${where} the 80% range ${formatDividend(low)} to ${formatDividend(high)}.`
}
