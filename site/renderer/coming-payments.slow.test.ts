import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPages } from '../../admin-api/all-pages.ts'
import { loadChosenNews } from '../../admin-api/calendar/chosen-news.ts'
import { fillDatabase } from '../../admin-api/collection/first-database.ts'
import { createEmbeddedMarketData, pickFunds } from '../../admin-api/collection/sources/embedded.ts'
import type { CalendarPayment } from '../../admin-api/contract/calendar.ts'
import type { ComingPayment, FundData } from '../../admin-api/contract/open-data.ts'
import type { PageModel } from '../../admin-api/contract/page-models.ts'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { createDemoFacts } from '../../admin-api/demo-day.ts'
import { findComingPaymentsOf } from '../../admin-api/estimates/coming-payments.db.ts'
import type { PayingFund } from '../../admin-api/estimates/coming-payments.ts'
import { type FundAnswer, findPayingFunds } from '../../admin-api/estimates/estimates.db.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { labelFrequency } from '../../admin-api/market-days/frequency.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import { findNews } from '../../admin-api/notifications/due-messages.ts'
import { readNews } from '../../admin-api/notifications/notifier.ts'
import { dollars } from '../../admin-api/numbers/format-numbers.ts'
import { randomNumbers } from '../../admin-api/numbers/statistics.ts'
import { chunksOf } from '../../admin-api/platform/database/rows.ts'
import { startApi, type TestApi } from '../../admin-api/testing/api.ts'
import { makePayment } from '../../admin-api/testing/make.ts'
import { readSymbols } from '../../data/read-facts.ts'
import { toFeed } from '../calendar/feed-events.ts'
import { writeNewsFeed } from '../calendar/news-feed.ts'
import { compareFunds } from '../compare/compare-funds.ts'
import { formatDayRange, formatDividend, formatWeekday } from '../lib/format.ts'
import { calculatePortfolio } from '../portfolio/calculate-portfolio.ts'
import { toHeldFund } from '../portfolio/funds/held-fund.ts'
import {
  calculateSpan,
  monthSpan,
  paymentsWithin,
  rangeOfPayments,
  spansOf,
  sumOf
} from '../portfolio/positions/spans.ts'

/*
 * Every place that shows coming payments, for all funds on one day and for a third on others, against the list of
 * admin-api/estimates/coming-payments.ts.
 */

const siteUrl = 'https://doubloon.example'
const shares = 1000

type Fund = {
  row: FundAnswer & PayingFund
  coming: readonly ComingPayment[]
  data: FundData
  stock: StockResult | null
}

/** News after the close of July 8, 2026: two payments announced, IWMI's a week before its expected day, one stored. */
async function announce({ db, refresh }: TestApi): Promise<void> {
  const declared = { payment_date: null, declared_on: null, source_name: 'Nasdaq', seen_on: '2026-07-08' }
  await db
    .insertInto('declared_payment')
    .values([
      { ...declared, symbol: 'MSTY', ex_date: '2026-07-09', amount: 0.1984 },
      { ...declared, symbol: 'IWMI', ex_date: '2026-07-15', amount: 0.61 }
    ])
    .execute()
  const stored = makePayment({
    symbol: 'ULTY',
    ex_date: '2026-07-09',
    payment_date: '2026-07-10',
    amount: 0.3
  })
  await db.insertInto('dividend_history').values(stored).execute()
  // No fund pays quarterly; JEPI does with a third of its payments.
  await db
    .deleteFrom('dividend_history')
    .where('symbol', '=', 'JEPI')
    .where((eb) =>
      eb.not(eb.or(['02', '05', '08', '11'].map((month) => eb('ex_date', 'like', `%-${month}-%`))))
    )
    .execute()
  await refresh()
}

const everyFund = readSymbols()
/** Every third fund, and the two that change. */
const someFunds = everyFund.filter((symbol, i) => i % 3 === 0 || symbol === 'AIPI' || symbol === 'FEPI')
const nothing = async () => undefined
const cases = [
  { name: 'the day before a holiday', day: '2025-11-26', symbols: someFunds, prepare: nothing },
  {
    name: 'AIPI and FEPI change to weekly payments',
    day: '2026-05-27',
    symbols: someFunds,
    prepare: nothing
  },
  { name: 'an ordinary day with announcements', day: '2026-07-08', symbols: everyFund, prepare: announce }
]

describe.each(cases)('on $day ($name)', ({ day, symbols, prepare }) => {
  const now = new Date(`${day}T22:30:00Z`)
  let api: TestApi
  let funds: Fund[]

  const load = async <Kind extends PageModel['kind']>(path: string, kind: Kind) => {
    const page = await allPages.load(api.db, path)
    if (page?.kind !== kind) throw new Error(`${path} must be ${kind}, got ${page?.kind}`)
    return page as Extract<PageModel, { kind: Kind }>
  }

  beforeAll(async () => {
    api = await startApi({ content: 'tables', services: { clock: () => now } })
    const { queueChange } = api.services
    const { digest, readFacts } = createDemoFacts(day)
    const facts = createEmbeddedMarketData(() => pickFunds(readFacts(), new Set(symbols)), digest)
    await fillDatabase(api.db, facts, { now, queueChange })
    await prepare(api)
    funds = await Promise.all(
      (await findPayingFunds(api.db, null)).map(async (row): Promise<Fund> => {
        const { data } = await load(`/data/${row.symbol.toLowerCase()}.json`, 'fund-data')
        const { outcome } = await load(`/${row.symbol.toLowerCase()}`, 'fund')
        const stock = outcome.status === 'estimated' ? outcome.stock : null
        return { row, coming: await findComingPaymentsOf(api.db, row.symbol), data, stock }
      })
    )
  })
  afterAll(() => api.close())

  /** The payment that the fund's estimate is for. */
  const nextOf = ({ coming, row }: Fund) => coming.find(({ ex_date }) => ex_date === row.next_ex_date)
  const estimated = () =>
    funds.flatMap((fund) => (fund.stock === null ? [] : [{ ...fund, stock: fund.stock }]))

  test('every fund is covered, and nearly all are expected to pay', () => {
    expect(funds).toHaveLength(symbols.length)
    expect(funds.filter(({ coming }) => coming.length > 0).length).toBeGreaterThan(0.75 * symbols.length)
  })

  test('fund page, search and lists of funds show its next payment', async () => {
    const { funds: listed } = await load('/', 'home')
    const { funds: rows } = await load('/funds', 'funds')
    const { battle } = await load('/weekly-battle', 'weekly-battle')
    for (const fund of estimated()) {
      const { row, stock, coming } = fund
      const next = nextOf(fund)
      const label = labelFrequency(row.frequency ?? 0)
      const following = coming.find(({ ex_date }) => ex_date > (row.next_ex_date ?? ''))
      expect(stock, row.symbol).toMatchObject({
        next_ex_date: next?.ex_date,
        next_pay_date: next?.pay_date,
        ex_date_range: next?.ex_date_range,
        own_by: next?.own_by,
        following_own_by: following?.own_by,
        dates_confirmed_on: next?.dates_confirmed_on,
        declared: next?.state === 'declared' ? { amount: next.amount, ...next.declared } : null,
        payment_frequency: row.frequency,
        frequency_label: label
      })
      if (next?.state === 'estimated') {
        const { dividend, low, high, quantiles } = stock
        expect([dividend, low, high, quantiles]).toEqual([next.amount, next.low, next.high, next.quantiles])
      }
      const found = (await api.post('/api/stock/search', { symbol: row.symbol })).body as StockResult
      // The page has the sum of the next 12 months only.
      const outlook = found.outlook.filter(({ months }) => months === 12)
      const shown = { latest_close: undefined, outlook }
      expect({ ...found, ...shown }, row.symbol).toEqual({ ...stock, latest_close: undefined })
      const summary = { nextExDate: next?.ex_date, frequencyLabel: label, dividend: stock.dividend }
      for (const list of [listed, rows])
        expect(list.find(({ symbol }) => symbol === row.symbol)?.estimate).toMatchObject(summary)
      const ranked = battle.entries.find(({ symbol }) => symbol === row.symbol)
      if (ranked)
        expect([ranked.payment_frequency, ranked.next_ex_date], row.symbol).toEqual([
          row.frequency,
          next?.ex_date
        ])
    }
  })

  test('data files and the comparison have the list', async () => {
    for (const fund of funds) {
      const { row, data, stock, coming } = fund
      const next = nextOf(fund)
      expect(data.upcoming, row.symbol).toEqual(coming)
      expect(data.estimate === null).toBe(stock === null)
      if (stock === null || next === undefined) continue
      const { ex_date, ex_date_range, own_by, pay_date, dates_confirmed_on } = next
      const dates = { ex_date, ex_date_range, own_by, pay_date, dates_confirmed_on }
      expect(data.estimate, row.symbol).toMatchObject({ ...dates, frequency: row.frequency })
      const [compared] = compareFunds([data], null)?.funds ?? []
      expect(compared?.estimate, row.symbol).toEqual(data.estimate)
      expect(compared?.next, row.symbol).toEqual(next)
      expect(compared?.yieldPercent).toBeCloseTo(
        (100 * stock.dividend * stock.payment_frequency) / stock.price,
        8
      )
    }
  })

  test('the tables for spreadsheets have the list and the next payment', async () => {
    const read = async (path: string): Promise<Record<string, string>[]> =>
      parse((await load(path, 'csv')).csv, { columns: true })
    const upcoming = Map.groupBy(await read('/data/upcoming.csv'), ({ symbol = '' }) => symbol)
    const rows = new Map((await read('/data/funds.csv')).map((row) => [row['symbol'], row]))
    for (const fund of funds) {
      const { row, coming } = fund
      const listed = coming.filter(({ ex_date }) => ex_date <= addDays(day, 90))
      const cells = listed.map(({ state, ex_date, own_by, pay_date, amount }) => {
        return { state, ex_date, own_by, pay_date, amount: String(amount ?? '') }
      })
      expect(upcoming.get(row.symbol) ?? [], row.symbol).toMatchObject(cells)
      expect(upcoming.get(row.symbol)?.length ?? 0, row.symbol).toBe(listed.length)
      const next = nextOf(fund)
      const { state = row.status, ex_date = '', own_by = '', pay_date = '' } = next ?? {}
      expect(rows.get(row.symbol), row.symbol).toMatchObject({ state, ex_date, own_by, pay_date })
    }
  })

  test('My Fleet multiplies the list by the shares, for a year', () => {
    for (const { row, data, coming } of funds) {
      const held = new Map([[row.symbol, toHeldFund(data)]])
      const bought = { type: 'buy', account: '', shares, date: '2020-01-02', price: 1, fee: 0 } as const
      const { payments } = calculatePortfolio([{ ...bought, id: 'a', symbol: row.symbol }], held, day)
      // Closed funds may have splits after the purchase.
      const shown = payments.filter(({ exDate }) => exDate > row.as_of)
      const due = coming.filter(({ amount, pay_date }) => amount !== null && pay_date <= addDays(day, 364))
      expect(
        shown.map(({ exDate, ownBy, payDate, state, perShare, range }) => ({
          exDate,
          ownBy,
          payDate,
          state,
          perShare,
          range: range !== null
        })),
        row.symbol
      ).toEqual(
        due.map((payment) => ({
          exDate: payment.ex_date,
          ownBy: payment.own_by,
          payDate: payment.pay_date,
          state: payment.pay_date < day ? 'expected' : payment.state,
          perShare: payment.amount,
          range: payment.low !== null
        }))
      )
      for (const { amount, perShare, shares: held } of shown) expect(amount).toBeCloseTo(held * perShare, 8)
    }
  })

  test('no sum is outside its own range, of any fund or of portfolios of random funds', () => {
    const expectInside = (sum: number, range: { low: number; high: number } | null, name: string) => {
      if (range === null) return
      // Sums are added up in another order than their ranges.
      expect(range.low, name).toBeLessThanOrEqual(sum + 1e-9)
      expect(range.high, name).toBeGreaterThanOrEqual(sum - 1e-9)
    }
    for (const { row, data, stock } of funds) {
      expect(data.outlook.length > 0, row.symbol).toBe(stock !== null)
      for (const { low, high, amount, ex_date } of data.upcoming)
        if (amount !== null && low !== null && high !== null)
          expectInside(amount, { low, high }, `${row.symbol} ${ex_date}`)
      for (const { months, to, payments, low, high, amount } of data.outlook) {
        const due = data.upcoming.filter(({ ex_date }) => ex_date <= to)
        expect(payments, row.symbol).toBe(due.length)
        expect(amount, row.symbol).toBeCloseTo(
          due.reduce((sum, payment) => sum + (payment.amount ?? 0), 0),
          4
        )
        if (low !== null && high !== null)
          expectInside(amount, { low, high }, `${row.symbol} ${months} months`)
      }
    }
    const random = randomNumbers(1)
    const held = new Map(funds.map(({ row, data }) => [row.symbol, toHeldFund(data)]))
    const symbols = [...held.keys()]
    for (let i = 0; i < 40; i += 1) {
      const chosen = symbols.filter(() => random() < (1 + (i % 12)) / symbols.length)
      const figures = calculatePortfolio(
        chosen.map((symbol) => {
          const bought = { type: 'buy', account: '', date: '2020-01-02', price: 1, fee: 0 } as const
          return { ...bought, id: symbol, symbol, shares: 1 + Math.floor(1000 * random()) }
        }),
        held,
        day
      )
      const name = chosen.join(' ')
      expectInside(figures.year.sum.coming, figures.year.range, name)
      for (const span of Object.values(spansOf(day))) {
        const { sum, range } = calculateSpan(span, figures.payments, figures.known)
        expectInside(sum.coming, range, name)
      }
      for (const month of new Set(figures.payments.map(({ payDate }) => monthSpan(payDate).from))) {
        const due = paymentsWithin(figures.payments, monthSpan(month))
        expectInside(sumOf(due).amount, rangeOfPayments(due, figures.known), `${name} ${month}`)
      }
    }
  })

  test('calendar and home page show the days and amounts', async () => {
    const calendar = await load('/calendar', 'calendar')
    const { news } = await load('/', 'home')
    const toShown = (payment: CalendarPayment) => {
      const { exDate, payDate, ownBy, exDateRange, isProjected, amount, range, isOnRecord } = payment
      return { exDate, payDate, ownBy, exDateRange, isProjected, amount, range, isOnRecord }
    }
    for (const fund of funds) {
      const { row, coming } = fund
      const expected = coming
        .filter(({ ex_date, pay_date }) => ex_date <= calendar.until && pay_date >= calendar.from)
        .map(({ ex_date, pay_date, own_by, ex_date_range, state, amount, low, high }) => ({
          exDate: ex_date,
          payDate: pay_date,
          ownBy: own_by,
          exDateRange: ex_date_range,
          isProjected: state === 'projected',
          amount,
          range: low === null || high === null ? null : { low, high },
          isOnRecord: state === 'declared'
        }))
      const ofFund = calendar.payments.filter(
        ({ symbol, exDate }) => symbol === row.symbol && exDate > row.as_of
      )
      expect(ofFund.map(toShown), row.symbol).toEqual(expected)
      for (const payment of news.payments.filter(
        ({ symbol, exDate }) => symbol === row.symbol && exDate > row.as_of
      ))
        expect(expected, row.symbol).toContainEqual(toShown(payment))
      const label = calendar.funds.find(({ symbol }) => symbol === row.symbol)?.frequencyLabel
      if (row.frequency !== null && label !== undefined)
        expect(label, row.symbol).toBe(labelFrequency(row.frequency))
    }
  })

  test('feeds say by when a payment has to be owned', async () => {
    const all = await load('/calendar.ics', 'calendar-feed')
    const place = { siteUrl, path: '/calendar.ics', today: day }
    const { events } = toFeed(all, place)
    for (const { row, coming } of funds) {
      const [next] = coming
      if (next === undefined || next.ex_date <= day || next.ex_date > addDays(day, 28)) continue
      const own = `Own it by the close on ${formatWeekday(next.own_by)}.`
      const ofFund = await allPages.load(api.db, `/calendar/${row.symbol.toLowerCase()}.ics`)
      const own_events = ofFund?.kind === 'calendar-feed' ? toFeed(ofFund, place).events : []
      for (const list of [events, own_events]) {
        const event = list.find(
          ({ uid, day: on, url }) =>
            uid.includes('-ex') && on === next.ex_date && url === `${siteUrl}/${row.symbol.toLowerCase()}`
        )
        expect(event?.description, row.symbol).toContain(own)
        if (next.amount !== null)
          expect(event?.description, row.symbol).toContain(formatDividend(next.amount))
        if (next.ex_date_range !== null)
          expect(event?.description).toContain(formatDayRange(next.ex_date_range))
      }
    }
    for (const some of chunksOf(funds, 40)) {
      const page = await loadChosenNews(
        api.db,
        some.map(({ row }) => row.symbol)
      )
      const news = page === null ? '' : writeNewsFeed(page, { siteUrl, today: day })
      for (const { coming } of some) {
        const [next] = coming
        if (next?.amount == null || next.ex_date <= day || next.ex_date > addDays(day, 28)) continue
        expect(news).toContain(`Own it by the close on ${formatWeekday(next.own_by)}.`)
        expect(news).toContain(formatDividend(next.amount))
      }
    }
  })

  test('messages are sent on the morning before each own-by date, and name declared amounts', async () => {
    const news = await readNews(api.db, new Date(`${day}T12:00:00Z`))
    const next = funds.flatMap((fund) => nextOf(fund) ?? []).length
    const sent = new Set<string>()
    for (const ownBy of new Set(funds.flatMap((fund) => nextOf(fund)?.own_by ?? []))) {
      const items = findNews(news, { day: addSessions(ownBy, -1), time: '09:00' })
      for (const { kind, day: on, event } of items)
        if (kind === 'own-by' && on === ownBy) sent.add(`${event} ${ownBy}`)
    }
    expect(sent).toEqual(
      new Set(
        funds.flatMap((fund) => {
          const payment = nextOf(fund)
          return payment ? [`own-by ${fund.row.symbol} ${payment.ex_date} ${payment.own_by}`] : []
        })
      )
    )
    expect(sent.size).toBe(next)
    const announced = findNews(news, { day, time: '09:00' }).filter((item) => item.kind === 'declared')
    for (const { row, coming } of funds)
      for (const { ex_date, amount } of coming.filter(({ state }) => state === 'declared'))
        expect(announced, row.symbol).toContainEqual(
          expect.objectContaining({
            symbol: row.symbol,
            day: ex_date,
            // The change from the payment before follows.
            text: expect.stringContaining(`${row.symbol} ${dollars(amount ?? 0)}`)
          })
        )
  })

  const find = (symbol: string) => funds.find(({ row }) => row.symbol === symbol) as Fund
  const describeNext = (symbol: string) => {
    const { coming } = find(symbol)
    return `${coming[0]?.state} ${coming[0]?.ex_date}, own by ${coming[0]?.own_by}`
  }

  test('the cases that went wrong are right', () => {
    if (day === '2026-05-27') {
      expect(['AIPI', 'FEPI'].map(describeNext)).toEqual(
        Array(2).fill('estimated 2026-06-03, own by 2026-06-02')
      )
      expect(find('AIPI').coming[1]?.ex_date).toBe('2026-06-10')
    } else if (day === '2026-07-08') {
      const frequencies = new Set(funds.map(({ row }) => row.frequency))
      for (const frequency of [52, 24, 12, 4]) expect(frequencies).toContain(frequency)
      expect(
        ['IYRI', 'IAUI', 'HYBI', 'BUYW', 'TSPY'].map((symbol) => find(symbol).coming[0]?.own_by)
      ).toEqual(['2026-07-14', '2026-07-14', '2026-07-08', '2026-07-17', '2026-07-28'])
      expect(describeNext('MSTY')).toBe('declared 2026-07-09, own by 2026-07-08')
      expect(describeNext('IWMI')).toBe('declared 2026-07-15, own by 2026-07-14')
      expect(describeNext('ULTY')).toBe('declared 2026-07-09, own by 2026-07-08')
      expect(find('BTCC').coming.filter(({ pay_date }) => pay_date <= addDays(day, 364))).toHaveLength(24)
    }
  })
})
