import { equal, ok } from 'node:assert/strict'
import { checkCollected } from '../../admin-api/collection/checks/check-collected.ts'
import { createCboeNotices } from '../../admin-api/collection/sources/cboe/cboe-notices.ts'
import { textOfFiling } from '../../admin-api/collection/sources/edgar/edgar.ts'
import { findNotices } from '../../admin-api/collection/sources/edgar/read-notices.ts'
import { createYieldMaxReleases } from '../../admin-api/collection/sources/globenewswire/yieldmax-releases.ts'
import type { AnnouncementSource } from '../../admin-api/collection/sources/html-page.ts'
import {
  largestDollars,
  MarketDataError,
  UnknownFundError
} from '../../admin-api/collection/sources/market-data.ts'
import { createNasdaq } from '../../admin-api/collection/sources/nasdaq/nasdaq.ts'
import type { FetchParts } from '../../admin-api/collection/sources/rate-limited-fetch.ts'
import { allowsAddress, parseRobots } from '../../admin-api/collection/sources/robots/robots-file.ts'
import { readHoldings } from '../../admin-api/collection/sources/roundhill/holdings-archive.ts'
import { parseCloses, readChart } from '../../admin-api/collection/sources/yahoo/yahoo-chart.ts'
import { readChain, volatilityAtTheMoney } from '../../admin-api/collection/sources/yahoo/yahoo-options.ts'
import { readSpark } from '../../admin-api/collection/sources/yahoo/yahoo-spark.ts'
import { isDay } from '../../admin-api/contract/days.ts'
import { makeCboeNotice, makeRelease, makeReleaseList } from '../../admin-api/testing/announcement-pages.ts'
import { makeDocument, supplements } from '../../admin-api/testing/edgar-server.ts'
import { makeHoldingsFile } from '../../admin-api/testing/holdings-file.ts'
import { makeDividends, makeTrades } from '../../admin-api/testing/nasdaq-server.ts'
import { makeChain, makeChart, makeSpark, type Reply } from '../../admin-api/testing/yahoo-server.ts'
import { damagedJson, damagedText } from './damage.ts'
import type { FuzzTarget } from './run-target.ts'

/** Refused as a whole, with a sentence for the operator. */
const isRefusal = (error: unknown) => error instanceof MarketDataError || error instanceof UnknownFundError

function refusable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function bodyOf(reply: Reply): unknown {
  return typeof reply === 'object' && reply !== null ? reply.body : null
}

function checkDay(day: string): void {
  ok(isDay(day), `the day ${day}`)
}

function checkDollars(dollars: number): void {
  ok(Number.isFinite(dollars) && Math.abs(dollars) < largestDollars, `the amount ${dollars}`)
}

function checkPrices(prices: readonly { date: string; close: number }[]): void {
  prices.forEach(({ date, close }, i) => {
    checkDay(date)
    checkDollars(close)
    ok(close > 0, `the close ${close}`)
    ok(i === 0 || (prices[i - 1]?.date ?? '') < date, 'days in order, each once')
  })
}

type Payment = { exDate: string; payDate: string | null; amount?: number; amountAsPaid?: number }
function checkPayments(payments: readonly Payment[]): void {
  for (const { exDate, payDate, amount = 0, amountAsPaid = 0 } of payments) {
    checkDay(exDate)
    if (payDate !== null) checkDay(payDate)
    checkDollars(amount)
    checkDollars(amountAsPaid)
  }
}

const now = new Date('2026-06-02T14:00:00Z')
/** Answers without a network; pauses pass at once. */
function partsWith(answer: (url: string) => string, type: string): Partial<FetchParts> {
  let time = now.getTime()
  return {
    fetch: async (input) =>
      new Response(answer(String(input instanceof Request ? input.url : input)), {
        headers: { 'content-type': type }
      }),
    clock: () => new Date(time),
    sleep: async (milliseconds) => {
      time += milliseconds
    },
    random: () => 1
  }
}

async function checkAnnouncements(source: AnnouncementSource): Promise<void> {
  try {
    const { payments } = await source.collect()
    checkPayments(payments)
    for (const { symbol } of payments) ok(/^[A-Z]{2,5}$/.test(symbol), `the symbol ${symbol}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

const contact = 'Doubloon (https://doubloon.example; ahoy@doubloon.example)'
const [exDate, payDate] = ['2026-06-02', '2026-06-03']
const cboePages = [
  makeCboeNotice([
    { symbol: 'AAPW', exDate, payDate, amount: '$0.233034' },
    { symbol: 'NVDW', exDate, payDate, amount: '$0.384278' }
  ]),
  makeCboeNotice([])
].map((reply) => String(bodyOf(reply)))
const releasePath =
  '/news-release/2026/06/02/3100000/0/en/YieldMax-ETFs-Announces-Distributions-on-MSTY-TSLY-and-Others.html'
const releases = [
  makeRelease({ ex: 'June 3, 2026', pay: 'June 4, 2026', publishedAt: '2026-06-02T13:00:00Z' }, [
    ['MSTY', '$0.2936', '95.50%'],
    ['TSLY', '$0.1021', '0.00%']
  ])
].map((reply) => String(bodyOf(reply)))

const funds = [
  { symbol: 'TSLY', name: 'YieldMax TSLA Option Income Strategy ETF' },
  { symbol: 'WDTE', name: 'Defiance S&P 500 Enhanced Options & 0DTE Income ETF' },
  { symbol: 'XYLD', name: 'Global X S&P 500 Covered Call ETF' }
]
const filings = Object.values(supplements).map(({ paragraphs }) => String(bodyOf(makeDocument(paragraphs))))

function checkFiling(html: string): void {
  const filedOn = '2026-06-01'
  for (const form of ['497', 'N-14'])
    for (const notice of findNotices(textOfFiling(html), { form, filedOn }, funds)) {
      ok(funds.some(({ symbol }) => symbol === notice.symbol))
      ok(notice.sentence.length <= 500)
      const { effective_on: day } = notice
      ok(day === null || (isDay(day) && day > filedOn), `the day ${day}`)
    }
}

const held = new Set(['NVDW', 'AAPW'])
const holdingsFiles = [
  makeHoldingsFile('2026-06-02', [
    { symbol: 'NVDW', netAssets: 148_357_191.93, sharesOutstanding: 2_700_000 },
    { symbol: 'AAPW', netAssets: 60_000_000, sharesOutstanding: 1_500_000 }
  ])
].map((reply) => String(bodyOf(reply)))

function checkHoldings(text: string): void {
  const read = refusable(() => readHoldings(text, '2026-06-02', held))
  for (const { symbol, day, net_assets, shares_outstanding, holdings } of read?.funds ?? []) {
    ok(held.has(symbol))
    equal(day, '2026-06-02')
    ok(Number.isFinite(net_assets) && Number.isFinite(shares_outstanding))
    const nav = net_assets / shares_outstanding
    ok(nav >= 0.01 && nav <= 10_000, `${nav} dollars a share`)
    ok(holdings.length > 0)
  }
}

const robotsFiles = [
  'User-agent: *\nDisallow: /book/\nAllow: /book/public$\nCrawl-delay: 10\n',
  '# ours\nUser-Agent: Doubloon\nUser-agent: other\nDisallow: /*.csv$\n\nUser-agent: *\nDisallow:\nSitemap: https://a.example/s.xml\n'
]
const site = 'https://a.example'

function checkRobots(text: string): void {
  const rules = parseRobots(text)
  ok(Number.isFinite(rules.delaySeconds) && rules.delaySeconds >= 0, `a delay of ${rules.delaySeconds} s`)
  ok(allowsAddress(rules, `${site}/robots.txt`))
  // A reader that takes line ends differently would read other rules.
  const sameRules = parseRobots(text.replaceAll('\n', '\r\n'))
  for (const path of ['/', '/book/a', '/book/public', '/a.csv?x=1', '/%2e%2e/x', '/ä'])
    equal(allowsAddress(rules, site + path), allowsAddress(sameRules, site + path), path)
}

const closes: [instant: string, close: number][] = [
  ['2026-05-28T20:00:00Z', 20.1],
  ['2026-05-29T20:00:00Z', 20.4]
]
const charts = [
  makeChart({ closes }),
  makeChart({
    closes,
    dividends: [['2026-05-28T13:30:00Z', 0.3]],
    capitalGains: [['2026-05-29T13:30:00Z', 0.1]],
    splits: [['2026-05-29T13:30:00Z', 10, 1]]
  })
].map((reply) => resultOf(bodyOf(reply)))
const request = { symbol: 'MSTY', since: '2026-05-01', now }

/** The part of an answer that the readers get. */
function resultOf(body: unknown): unknown {
  const { chart, optionChain } = body as Record<string, { result: unknown[] } | undefined>
  return (chart ?? optionChain)?.result[0]
}

function checkChart(text: string): void {
  const answer: unknown = tryParse(text)
  const chart = refusable(() =>
    checkCollected('MSTY', { ...readChart(answer, request), impliedVolatility: null }, '2026-06-02')
  )
  if (chart !== null) {
    checkPrices(chart.prices)
    checkPayments(chart.payments)
    for (const { date, oldShares, newShares } of chart.splits) {
      checkDay(date)
      ok(oldShares > 0 && newShares > 0 && Number.isFinite(oldShares / newShares))
    }
  }
  checkPrices(refusable(() => parseCloses(answer, request)) ?? [])
}

const sparks = [makeSpark([{ symbol: 'MSTY', closes }])].map(bodyOf)

function checkSpark(text: string): void {
  const closesOf = refusable(() => readSpark(tryParse(text), [request], now))
  for (const prices of closesOf?.values() ?? []) checkPrices(prices)
}

const quotes = [{ strike: 20, volatility: 0.8 }]
const expiry = '2026-06-19T00:00:00Z'
const chains = [makeChain({ expiries: [expiry], expiry, calls: quotes, puts: quotes }), makeChain({})].map(
  (reply) => resultOf(bodyOf(reply))
)

function checkChain(text: string): void {
  const chain = refusable(() => readChain(tryParse(text), 'MSTY'))
  const volatility = chain === null ? null : volatilityAtTheMoney(chain)
  ok(volatility === null || (Number.isFinite(volatility) && volatility > 0), `a volatility of ${volatility}`)
}

const nasdaqAnswers = [
  makeTrades('MSTY', [
    ['2026-05-28', 20.1],
    ['2026-05-29', 1020.04]
  ]),
  makeDividends([
    { exDate: '2026-05-14', amount: 0.3 },
    { exDate: '2026-05-28', amount: 0.4735, payDate: '2026-05-29', declaredOn: '2026-05-27' }
  ])
].map(bodyOf)
const [trades = ''] = nasdaqAnswers.map((answer) => JSON.stringify(answer))

async function checkNasdaq(text: string): Promise<void> {
  for (const answer of [() => text, (url: string) => (url.includes('/historical?') ? trades : text)]) {
    const { market, second, listFunds } = createNasdaq(partsWith(answer, 'application/json'))
    try {
      const { prices, payments } = await market.collectFund('MSTY', '2026-05-01')
      checkPrices(prices)
      checkPayments(payments)
      checkPayments(await second.collect(['MSTY'], '2026-05-01'))
      for (const { symbol, name } of await listFunds()) ok(symbol !== '' && name !== '')
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const sourceReaders: readonly FuzzTarget[] = [
  {
    name: 'Cboe notices',
    input: damagedText(cboePages),
    check: (html) =>
      checkAnnouncements(
        createCboeNotices(
          contact,
          partsWith(() => html, 'text/html')
        )
      ),
    runs: 200
  },
  {
    name: 'YieldMax releases',
    input: damagedText(releases),
    check: (html) =>
      checkAnnouncements(
        createYieldMaxReleases(
          contact,
          partsWith(
            (url) => (url.includes('/search/') ? String(bodyOf(makeReleaseList([releasePath]))) : html),
            'text/html'
          )
        )
      ),
    runs: 200
  },
  { name: 'filings', input: damagedText(filings), check: checkFiling, runs: 100 },
  { name: 'holdings files', input: damagedText(holdingsFiles), check: checkHoldings, runs: 200 },
  { name: 'robots.txt', input: damagedText(robotsFiles), check: checkRobots, runs: 500 },
  { name: 'Yahoo charts', input: damagedJson(charts), check: checkChart, runs: 300 },
  { name: 'Yahoo closes of many', input: damagedJson(sparks), check: checkSpark, runs: 200 },
  { name: 'Yahoo options', input: damagedJson(chains), check: checkChain, runs: 300 },
  { name: 'Nasdaq answers', input: damagedJson(nasdaqAnswers), check: checkNasdaq, runs: 100 }
]
