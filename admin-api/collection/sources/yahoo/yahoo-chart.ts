import * as z from 'zod'
import { compareText } from '../../../market-days/days.ts'
import { isSession } from '../../../market-days/market-calendar.ts'
import { closedAt, newYork, toNewYorkTime } from '../../../market-days/sessions.ts'
import { roundTo } from '../../../numbers/format-numbers.ts'
import {
  type CollectedChart,
  largestDollars,
  MarketDataError,
  type ReportedPayment,
  UnknownFundError
} from '../market-data.ts'

type Request = { symbol: string; since: string; now: Date }

/** The library converts some epoch seconds to dates and leaves others as numbers. */
export const Instant = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))])
  .refine((instant) => instant.getTime() < Date.UTC(2100, 0))

const Dollars = z.number().lt(largestDollars)

const eventsOf = <Event extends z.ZodType>(event: Event) => z.record(z.string(), event).default({})

const ChartAnswer = z.object({
  meta: z.object({ symbol: z.string(), currency: z.string(), exchangeTimezoneName: z.string() }),
  timestamp: z.array(Instant).default([]),
  indicators: z.object({ quote: z.array(z.object({ close: z.array(Dollars.nullable()).default([]) })) }),
  events: z
    .object({
      dividends: eventsOf(z.object({ date: Instant, amount: Dollars })),
      capitalGains: eventsOf(z.object({ date: Instant, amount: Dollars })),
      splits: eventsOf(z.object({ date: Instant, numerator: z.number(), denominator: z.number() }))
    })
    .default({ dividends: {}, capitalGains: {}, splits: {} })
})

/** Yahoo uses 1970 for unknown days. */
const earliestDay = '2000-01-01'

/**
 * Prices, payments and splits of a chart response, as reported. Days without a close are dropped, as is today's close
 * until the session is over.
 * @throws MarketDataError
 */
export function readChart(answer: unknown, request: Request): CollectedChart {
  const { symbol, since } = request
  const { meta, prices, events } = parseChart(answer, symbol)
  if (meta.exchangeTimezoneName !== newYork)
    throw new MarketDataError(
      `Yahoo Finance reports ${symbol} from an exchange in ${quoted(meta.exchangeTimezoneName)}, not in New York.`
    )
  if (prices.size === 0)
    throw new UnknownFundError(`Yahoo Finance has no prices for ${symbol} since ${since}.`)
  return {
    prices: [...prices]
      .filter(([day]) => day >= since && isOver(day, request.now))
      .map(([date, close]) => ({ date, close }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    payments: withGains(
      inOrder(Object.values(events.dividends), since).map(toPayment),
      inOrder(Object.values(events.capitalGains), since).map(toPayment)
    ),
    // Yahoo's numerator is the number of new shares: 1 and 10 is a 10-for-1 reverse split.
    splits: inOrder(Object.values(events.splits), since).map(({ day, event }) => ({
      date: day,
      oldShares: event.denominator,
      newShares: event.numerator
    }))
  }
}

/**
 * Closes of any symbol in dollars, split-adjusted, of sessions in New York. Coins trade around the clock: their days
 * are UTC days. A close that no share can have is left out, because nobody checks these again.
 * @throws MarketDataError
 */
export function parseCloses(answer: unknown, { symbol, since, now }: Request): CollectedChart['prices'] {
  const { meta, prices } = parseChart(answer, symbol)
  const isOfCoin = meta.exchangeTimezoneName === 'UTC'
  return [...prices]
    .filter(([day, close]) => day >= since && isSession(day) && close > 0)
    .filter(([day]) => (isOfCoin ? day < now.toISOString().slice(0, 10) : isOver(day, now)))
    .map(([date, close]) => ({ date, close }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

function parseChart(answer: unknown, symbol: string) {
  const parsed = ChartAnswer.safeParse(answer)
  if (!parsed.success) throw new MarketDataError(`Yahoo Finance sent an unknown format for ${symbol}.`)
  const { meta, timestamp, indicators, events } = parsed.data
  checkIdentity(symbol, meta)
  const closes = indicators.quote[0]?.close ?? []
  if (closes.length !== timestamp.length)
    throw new MarketDataError(
      `Yahoo Finance sent ${closes.length} prices for ${timestamp.length} days of ${symbol}.`
    )
  const dayOf = (instant: Date) =>
    meta.exchangeTimezoneName === 'UTC' ? instant.toISOString().slice(0, 10) : toNewYorkTime(instant).day
  return { meta, prices: readPrices(timestamp, closes, dayOf), events }
}

function checkIdentity(symbol: string, meta: z.infer<typeof ChartAnswer>['meta']): void {
  if (meta.symbol !== symbol)
    throw new MarketDataError(`Yahoo Finance answered for ${quoted(meta.symbol)} instead of ${symbol}.`)
  if (meta.currency !== 'USD')
    throw new MarketDataError(
      `Yahoo Finance reports ${symbol} in ${quoted(meta.currency)}, not in US dollars.`
    )
}

/** Closes by day; if one day has two bars, the later one is used. */
function readPrices(
  timestamps: readonly Date[],
  closes: readonly (number | null)[],
  dayOf: (instant: Date) => string
): Map<string, number> {
  const prices = new Map<string, number>()
  for (const [i, instant] of timestamps.entries()) {
    const day = dayOf(instant)
    const close = closes[i] ?? null
    if (close !== null && day >= earliestDay) prices.set(day, roundTo(4, close))
  }
  return prices
}

function inOrder<Event extends { date: Date }>(events: readonly Event[], since: string) {
  return events
    .map((event) => ({ day: toNewYorkTime(event.date).day, event }))
    .filter(({ day }) => day >= since)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function toPayment({ day, event }: { day: string; event: { amount: number } }) {
  return { exDate: day, payDate: null, amount: roundTo(6, event.amount) }
}

/**
 * Dividends with the capital gains of their days. By public reports a dividend contains the gain of its day (yfinance
 * issue 2666), so the sum is only a second reading. A gain that is larger than the dividend is another payment.
 */
function withGains(
  dividends: readonly ReportedPayment[],
  gains: readonly ReportedPayment[]
): ReportedPayment[] {
  const payments = [...dividends]
  for (const gain of gains) {
    const index = payments.findIndex(({ exDate, amount }) => exDate === gain.exDate && amount >= gain.amount)
    const dividend = payments[index]
    if (dividend === undefined) payments.push({ ...gain, kind: 'capital gain' })
    else payments[index] = { ...dividend, otherAmount: roundTo(6, dividend.amount + gain.amount) }
  }
  return payments.sort((a, b) => compareText(a.exDate, b.exDate))
}

function isOver(day: string, now: Date): boolean {
  const present = toNewYorkTime(now)
  return day < present.day || present.time >= closedAt
}

/** Part of the response, cut to the length of a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}
