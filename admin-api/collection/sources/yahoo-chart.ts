import * as z from 'zod'
import { closedAt } from '../../market-days/finished-session.ts'
import { newYork, toNewYorkTime } from '../../market-days/new-york.ts'
import { type CollectedChart, MarketDataError, UnknownFundError } from './market-data.ts'

type Request = { symbol: string; since: string; now: Date }

/** The library turns some epoch seconds into dates and leaves others as numbers. */
export const Instant = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))])
  .refine((instant) => !Number.isNaN(instant.getTime()))

const eventsOf = <Event extends z.ZodType>(event: Event) => z.record(z.string(), event).default({})

const ChartAnswer = z.object({
  meta: z.object({ symbol: z.string(), currency: z.string(), exchangeTimezoneName: z.string() }),
  timestamp: z.array(Instant).default([]),
  indicators: z.object({ quote: z.array(z.object({ close: z.array(z.number().nullable()).default([]) })) }),
  events: z
    .object({
      dividends: eventsOf(z.object({ date: Instant, amount: z.number() })),
      capitalGains: eventsOf(z.object({ date: Instant, amount: z.number() })),
      splits: eventsOf(z.object({ date: Instant, numerator: z.number(), denominator: z.number() }))
    })
    .default({ dividends: {}, capitalGains: {}, splits: {} })
})

/** Yahoo dates what it has no day for to 1970. */
const earliestDay = '2000-01-01'

/**
 * The prices, payments and splits in a chart answer, as they are reported: whoever collects looks at each. What a fund
 * pays out of capital gains is a payment as well. Days without a close are left out, and so is today's close until the
 * session is over.
 * @throws MarketDataError
 */
export function readChart(answer: unknown, request: Request): CollectedChart {
  const { symbol, since } = request
  const parsed = ChartAnswer.safeParse(answer)
  if (!parsed.success)
    throw new MarketDataError(`Yahoo Finance answered for ${symbol} in a form we do not know.`)
  const { meta, timestamp, indicators, events } = parsed.data
  checkIdentity(symbol, meta)
  const closes = indicators.quote[0]?.close ?? []
  if (closes.length !== timestamp.length)
    throw new MarketDataError(
      `Yahoo Finance sent ${closes.length} prices for ${timestamp.length} days of ${symbol}.`
    )
  const prices = readPrices(timestamp, closes)
  if (prices.size === 0)
    throw new UnknownFundError(`Yahoo Finance has no prices of ${symbol} since ${since}.`)
  return {
    prices: [...prices]
      .filter(([day]) => day >= since && isOver(day, request.now))
      .map(([date, close]) => ({ date, close }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    payments: inOrder([...Object.values(events.dividends), ...Object.values(events.capitalGains)], since).map(
      ({ day, event }) => ({ exDate: day, payDate: null, amount: roundTo(6, event.amount) })
    ),
    // Yahoo's numerator counts the new shares: 1 and 10 is one new share for ten old ones.
    splits: inOrder(Object.values(events.splits), since).map(({ day, event }) => ({
      date: day,
      oldShares: event.denominator,
      newShares: event.numerator
    }))
  }
}

function checkIdentity(symbol: string, meta: z.infer<typeof ChartAnswer>['meta']): void {
  if (meta.symbol !== symbol)
    throw new MarketDataError(`Yahoo Finance answered for ${quoted(meta.symbol)} instead of ${symbol}.`)
  if (meta.currency !== 'USD')
    throw new MarketDataError(
      `Yahoo Finance reports ${symbol} in ${quoted(meta.currency)}, not in US dollars.`
    )
  if (meta.exchangeTimezoneName !== newYork)
    throw new MarketDataError(
      `Yahoo Finance reports ${symbol} from an exchange in ${quoted(meta.exchangeTimezoneName)}, not in New York.`
    )
}

/** By day; of two bars for one day the later one stands. */
function readPrices(timestamps: readonly Date[], closes: readonly (number | null)[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const [i, instant] of timestamps.entries()) {
    const { day } = toNewYorkTime(instant)
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

function isOver(day: string, now: Date): boolean {
  const present = toNewYorkTime(now)
  return day < present.day || present.time >= closedAt
}

/** A part of the answer, cut to the length of a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

function roundTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals))
}
