import * as z from 'zod'
import { type CollectedFund, MarketDataError } from './market-data.ts'
import { newYork, toNewYorkTime } from './new-york.ts'

type Chart = Omit<CollectedFund, 'impliedVolatility'>
type Asked = { symbol: string; since: string; now: Date }

/** The library makes dates of some seconds, and leaves others where it did not recognise the rest. */
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
      splits: eventsOf(z.object({ date: Instant, numerator: z.number(), denominator: z.number() }))
    })
    .default({ dividends: {}, splits: {} })
})

/** Far above anything there was, dollars a share. */
const highestClose = 100_000
const highestPayment = 1_000
/** The close is settled by then; before it the newest bar is only the latest trade. */
const closedAt = '16:30'
const earliestDay = '2000-01-01'

/**
 * What a chart answer says of a fund since a day, with everything that can't be true refused. Days without a close
 * are left out, as is today's until the session is over.
 * @throws MarketDataError
 */
export function readChart(answer: unknown, asked: Asked): Chart {
  const { symbol, since } = asked
  const parsed = ChartAnswer.safeParse(answer)
  if (!parsed.success)
    throw new MarketDataError(`Yahoo Finance answered for ${symbol} in a form we do not know.`)
  const { meta, timestamp, indicators, events } = parsed.data
  refuseOthers(symbol, meta)
  const closes = indicators.quote[0]?.close ?? []
  if (closes.length !== timestamp.length)
    throw new MarketDataError(
      `Yahoo Finance sent ${closes.length} prices for ${timestamp.length} days of ${symbol}.`
    )
  const prices = readPrices(timestamp, closes, asked)
  if (prices.size === 0) throw new MarketDataError(`Yahoo Finance has no prices of ${symbol} since ${since}.`)
  return {
    prices: [...prices]
      .filter(([day]) => day >= since && isOver(day, asked.now))
      .map(([date, close]) => ({ date, close }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    payments: inOrder(Object.values(events.dividends), asked).map(({ day, event }) => ({
      exDate: day,
      payDate: null,
      amount: readAmount(event.amount, day, asked)
    })),
    splits: inOrder(Object.values(events.splits), asked).map(({ day, event }) => ({
      date: day,
      ...readShares(event, day, asked)
    }))
  }
}

function refuseOthers(symbol: string, meta: z.infer<typeof ChartAnswer>['meta']): void {
  if (meta.symbol !== symbol)
    throw new MarketDataError(`Yahoo Finance was asked for ${symbol} and answered for ${told(meta.symbol)}.`)
  if (meta.currency !== 'USD')
    throw new MarketDataError(`Yahoo Finance tells ${symbol} in ${told(meta.currency)}, not in US dollars.`)
  if (meta.exchangeTimezoneName !== newYork)
    throw new MarketDataError(
      `Yahoo Finance tells ${symbol} from an exchange in ${told(meta.exchangeTimezoneName)}, not in New York.`
    )
}

/** By day; of two bars for one day the later one stands. */
function readPrices(
  timestamps: readonly Date[],
  closes: readonly (number | null)[],
  asked: Asked
): Map<string, number> {
  const prices = new Map<string, number>()
  for (const [i, instant] of timestamps.entries()) {
    const day = readDay(instant, asked)
    const close = closes[i] ?? null
    if (close === null) continue
    const isPossible = close > 0 && close <= highestClose
    if (!isPossible) throw impossible(asked.symbol, `a price of ${close} on ${day}`)
    prices.set(day, roundTo(4, close))
  }
  return prices
}

function readAmount(amount: number, day: string, { symbol }: Asked): number {
  const isPossible = amount >= 0 && amount <= highestPayment
  if (!isPossible) throw impossible(symbol, `a payment of ${amount} on ${day}`)
  return roundTo(6, amount)
}

/** Yahoo's numerator counts the new shares: 1 and 10 is one new share for ten old ones. */
function readShares(split: { numerator: number; denominator: number }, day: string, { symbol }: Asked) {
  const { numerator: newShares, denominator: oldShares } = split
  const isPossible = [newShares, oldShares].every((shares) => Number.isSafeInteger(shares) && shares > 0)
  if (!isPossible) throw impossible(symbol, `a split of ${oldShares} shares into ${newShares} on ${day}`)
  return { oldShares, newShares }
}

function inOrder<Event extends { date: Date }>(events: readonly Event[], asked: Asked) {
  return events
    .map((event) => ({ day: readDay(event.date, asked), event }))
    .filter(({ day }) => day >= asked.since)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function readDay(instant: Date, { symbol, now }: Asked): string {
  const { day } = toNewYorkTime(instant)
  if (day < earliestDay || day > toNewYorkTime(now).day) throw impossible(symbol, `figures of ${day}`)
  return day
}

function isOver(day: string, now: Date): boolean {
  const present = toNewYorkTime(now)
  return day < present.day || present.time >= closedAt
}

function impossible(symbol: string, what: string): MarketDataError {
  return new MarketDataError(`Yahoo Finance told ${what} for ${symbol}, which can't be true.`)
}

/** What came, short enough for a sentence. */
function told(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

function roundTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals))
}
