// Coming payments of all funds at the edges of a year, as every page and file states them: the same days and sums.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { loadCalendar, loadFeed, loadFundFeed } from '../../admin-api/calendar/load-calendar-page.ts'
import { fillDatabase } from '../../admin-api/collection/first-database.ts'
import type { CalendarFeedPage } from '../../admin-api/contract/calendar.ts'
import { createDemoFacts } from '../../admin-api/demo-day.ts'
import { findComingPayments } from '../../admin-api/estimates/coming-payments.db.ts'
import { findPayingFunds } from '../../admin-api/estimates/estimates.db.ts'
import { toStockOutcome } from '../../admin-api/estimates/stock-outcome.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { addSessions, ownByDay } from '../../admin-api/market-days/market-calendar.ts'
import { roundTo } from '../../admin-api/numbers/format-numbers.ts'
import { upcomingDays, upcomingTable } from '../../admin-api/pages/open-data/csv-tables.ts'
import { loadFundData } from '../../admin-api/pages/open-data/fund-data.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { openTestDatabase } from '../../admin-api/testing/database.ts'
import { pages } from '../../admin-api/testing/pages.ts'
import { refreshFigures } from '../../admin-api/testing/refresh-figures.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import { toFeed } from '../../site/calendar/feed-events.ts'
import { toHeldFund } from '../../site/portfolio/funds/held-fund.ts'
import type { Lot } from '../../site/portfolio/ledger/take-shares.ts'
import { isComing, listPortfolioPayments } from '../../site/portfolio/positions/portfolio-payments.ts'
import { calculateSpan, spansOf } from '../../site/portfolio/positions/spans.ts'

const { dividends } = readDataFolder()
const shares = 1000
const held: Omit<Lot, 'symbol'> = {
  id: 'purchase',
  account: '',
  shares,
  boughtOn: '2020-01-02',
  acquiredOn: '2020-01-02',
  heldFrom: '2020-01-02',
  heldUntil: null,
  cost: null,
  taxCost: null,
  basis: null,
  isPurchase: true,
  isReinvested: false,
  sale: null
}

/** Announces what goes ex in the next two sessions, in the way of a list of the exchange, and estimates again. */
async function announceNext(db: Db, day: string, now: Date): Promise<void> {
  const until = addSessions(day, 2)
  const announced = dividends.filter(({ ex_date }) => ex_date > day && ex_date <= until)
  await db
    .insertInto('declared_payment')
    .values(
      announced.map(({ symbol, ex_date, pay_date: payment_date, amount }) => {
        return {
          symbol,
          ex_date,
          payment_date,
          amount,
          source_name: 'Nasdaq',
          declared_on: day,
          seen_on: day
        }
      })
    )
    .execute()
  await refreshFigures({ db, now, queueChange: pages.queueChange })
}

const nameOf = (symbol: string, ...rest: (string | number | null)[]) => [symbol, ...rest].join(' ')
const rounded = (amount: number | null) => (amount === null ? null : roundTo(4, amount))

/** Coming payments of a feed or the calendar, in the form in which the list below has them. */
function toNames(page: Pick<CalendarFeedPage, 'payments'> | null, after: string): string[] {
  return (page?.payments ?? [])
    .filter(({ exDate }) => exDate > after)
    .map(({ symbol, exDate, payDate, ownBy, amount }) => nameOf(symbol, exDate, payDate, ownBy, amount))
    .sort()
}

test.each([
  ['2024-12-31', 'announced'],
  ['2025-12-24', 'announced'],
  ['2025-12-29', 'announced'],
  ['2026-08-28', 'estimated']
])('on %s, with payments %s, all surfaces have the same days and sums', async (day, state) => {
  const { db, close } = await openTestDatabase('tables')
  const now = new Date(`${day}T22:30:00Z`)
  await fillDatabase(db, createDemoFacts(day), { now, queueChange: pages.queueChange })
  if (state === 'announced') await announceNext(db, day, now)
  const funds = await findPayingFunds(db, null)
  const comingOf = await findComingPayments(db, null)
  const listed = funds.flatMap(({ symbol }) =>
    (comingOf.get(symbol) ?? []).map((payment) => ({ symbol, ...payment }))
  )
  expect(listed.length).toBeGreaterThan(1000)
  const namesUntil = (until: string, symbols?: string) =>
    listed
      .filter(({ symbol, ex_date }) => ex_date <= until && (symbols ?? symbol) === symbol)
      .map(({ symbol, ex_date, pay_date, own_by, amount }) =>
        nameOf(symbol, ex_date, pay_date, own_by, rounded(amount))
      )
      .sort()
  // No day that has passed is ahead, and an own-by date is at the close before.
  const past = listed.filter(
    ({ ex_date, own_by }) => ex_date <= day || own_by < day || own_by > ownByDay(ex_date)
  )
  expect(past).toEqual([])

  const csv: Record<string, string>[] = parse(await upcomingTable.write(db), { columns: true })
  const rows = csv.map(({ symbol = '', ex_date = '', pay_date = '', own_by = '', amount }) =>
    nameOf(symbol, ex_date, pay_date, own_by, rounded(amount === '' ? null : Number(amount)))
  )
  expect(rows.sort()).toEqual(namesUntil(addDays(day, upcomingDays)))

  const calendar = await loadCalendar(db)
  if (calendar === null) throw new Error('the calendar has figures')
  expect(toNames(calendar, day)).toEqual(namesUntil(calendar.until))
  const feed = await loadFeed(db)
  expect(toNames(feed, day)).toEqual(namesUntil(calendar.until))
  if (feed === null) throw new Error('the feed has figures')
  const { events } = toFeed(feed, { siteUrl: 'https://doubloon.test', path: '/calendar.ics', today: day })
  const exDays = events.filter(({ uid, day: exDate }) => uid.endsWith('-ex@doubloon') && exDate > day)
  expect(exDays.map(({ day: exDate }) => exDate).sort()).toEqual(
    toNames(feed, day)
      .map((name) => name.split(' ')[1])
      .sort()
  )

  for (const fund of funds) {
    const { symbol } = fund
    const coming = comingOf.get(symbol) ?? []
    const file = await loadFundData(db, symbol)
    if (file === null) throw new Error(`${symbol} has a file`)
    expect(file.upcoming, symbol).toEqual(coming)
    if (coming.length > 0)
      expect(toNames(await loadFundFeed(db, symbol), day), symbol).toEqual(namesUntil(calendar.until, symbol))
    const outcome = toStockOutcome(fund, coming)
    const next = coming.find(({ kind }) => kind === 'regular')
    if (outcome.status === 'estimated') {
      const { next_ex_date, own_by, next_pay_date } = outcome.stock
      expect([next_ex_date, own_by, next_pay_date], symbol).toEqual([
        next?.ex_date,
        next?.own_by,
        next?.pay_date
      ])
    }

    // My Fleet calculates its own sums from the file.
    const lot = { ...held, symbol }
    const files = new Map([[symbol, toHeldFund(file)]])
    const spans = spansOf(day)
    const payments = listPortfolioPayments([lot], files, { today: day, until: spans.year.to })
    const stored = new Set(fund.payments.map(({ exDate }) => exDate))
    for (const span of [spans.week, spans.nextWeek, spans.month, spans.nextMonth]) {
      const isWithin = (payDate: string) => payDate >= span.from && payDate <= span.to
      const paid = fund.payments.filter(({ payDate }) => isWithin(payDate))
      const ahead = coming.filter(({ ex_date, pay_date }) => !stored.has(ex_date) && isWithin(pay_date))
      const sum = [...paid, ...ahead].reduce((total, { amount }) => total + shares * (amount ?? 0), 0)
      const figures = calculateSpan(span, payments, files)
      expect(figures.sum.amount, `${symbol} ${span.from}`).toBeCloseTo(sum, 4)
      expect(figures.sum.expected, symbol).toBe(0)
    }
    expect(
      payments.filter(isComing).filter(({ payDate }) => payDate < day),
      symbol
    ).toEqual([])
    const ownBy = new Map(coming.map(({ ex_date, own_by }) => [ex_date, own_by]))
    for (const payment of payments.filter(({ exDate }) => exDate > day))
      expect(payment.ownBy, `${symbol} ${payment.exDate}`).toBe(ownBy.get(payment.exDate))
  }
  await close()
})
