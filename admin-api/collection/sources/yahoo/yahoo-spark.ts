import * as z from 'zod'
import { sessionsBetween } from '../../../market-days/market-calendar.ts'
import { lastFinishedSession } from '../../../market-days/sessions.ts'
import { type CollectedChart, MarketDataError, type SymbolSince } from '../market-data.ts'
import { parseCloses } from './yahoo-chart.ts'

const dayMs = 86_400_000
/** Yahoo accepts only named spans. */
const spans: readonly [days: number, name: string][] = [
  [25, '1mo'],
  [360, '1y'],
  [1800, '5y']
]
const longestSpan = 'max'
/** Minimum share of the sessions since the wanted day; below it the response is too short, or weekly. */
const completeShare = 0.9

const SparkAnswer = z.object({
  spark: z.object({
    result: z.array(z.object({ symbol: z.string(), response: z.array(z.unknown()) }))
  })
})

/** URL of daily closes of several symbols, from which Yahoo's own pages draw small charts. */
export function sparkUrl(wanted: readonly SymbolSince[], now: Date): string {
  const oldest = wanted.map(({ since }) => since).sort()[0] ?? ''
  const days = (now.getTime() - Date.parse(oldest)) / dayMs
  const range = spans.find(([longest]) => days <= longest)?.[1] ?? longestSpan
  const query = new URLSearchParams({
    symbols: wanted.map(({ symbol }) => symbol).join(','),
    range,
    interval: '1d'
  })
  return `https://query1.finance.yahoo.com/v7/finance/spark?${query}`
}

/**
 * Closes by symbol. Each response has the format of a chart; symbols whose response is missing, unreadable or
 * incomplete are left out, because a separate request may return more.
 * @throws MarketDataError if nothing is readable
 */
export function readSpark(
  answer: unknown,
  wanted: readonly SymbolSince[],
  now: Date
): Map<string, CollectedChart['prices']> {
  const parsed = SparkAnswer.safeParse(answer)
  if (!parsed.success) throw new MarketDataError('Yahoo Finance sent closes in an unknown format.')
  const responses = new Map(parsed.data.spark.result.map(({ symbol, response }) => [symbol, response[0]]))
  const closesOf = new Map<string, CollectedChart['prices']>()
  for (const { symbol, since } of wanted) {
    if (!responses.has(symbol)) continue
    try {
      const closes = parseCloses(responses.get(symbol), { symbol, since, now })
      const sessions = sessionsBetween(since, lastFinishedSession(now))
      if (closes.length > 0 && closes.length >= completeShare * sessions) closesOf.set(symbol, closes)
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
    }
  }
  return closesOf
}
