import * as z from 'zod'
import { MarketDataError } from '../market-data.ts'
import { Instant } from './yahoo-chart.ts'

/** Fractions per year. Outside these limits the option isn't traded. */
const lowestVolatility = 0.01
const highestVolatility = 5
/** Fraction of the price: strikes farther away say little about volatility at the money. */
const farthestStrike = 0.1
const dayMs = 24 * 60 * 60 * 1000
const targetDays = 30
/** Nearer expiries change by the hour, farther ones describe another period. */
const nearestDays = 7
const farthestDays = 90

const Contract = z.object({
  strike: z.number().positive(),
  impliedVolatility: z.number(),
  bid: z.number().default(0),
  ask: z.number().default(0)
})
type Contract = z.infer<typeof Contract>

/** Skips unreadable contracts. */
const Contracts = z
  .array(z.unknown())
  .transform((list) => list.flatMap((contract) => Contract.safeParse(contract).data ?? []))

const ChainAnswer = z.object({
  underlyingSymbol: z.string(),
  expirationDates: z.array(Instant),
  quote: z.object({ regularMarketPrice: z.number().positive(), currency: z.literal('USD') }),
  options: z.array(z.object({ expirationDate: Instant, calls: Contracts, puts: Contracts }))
})
export type OptionChain = z.infer<typeof ChainAnswer>

const NoOptions = z
  .object({ expirationDates: z.array(z.unknown()).length(0) })
  .optional()
  .nullable()

/**
 * Options of one expiry, and all expiry days; null for a fund without options.
 * @throws MarketDataError if the response is for another fund or in an unknown format
 */
export function readChain(answer: unknown, symbol: string): OptionChain | null {
  if (NoOptions.safeParse(answer).success) return null
  const parsed = ChainAnswer.safeParse(answer)
  if (parsed.success && parsed.data.underlyingSymbol === symbol) return parsed.data
  throw new MarketDataError(`Yahoo Finance sent no options of ${symbol} that we could read.`)
}

/** The expiries on both sides of 30 days from now, of those 7 to 90 days away. */
export function pickExpiries(expiries: readonly Date[], now: Date): Date[] {
  const usable = expiries
    .filter((expiry) => daysUntil(expiry, now) >= nearestDays && daysUntil(expiry, now) <= farthestDays)
    .sort((a, b) => a.getTime() - b.getTime())
  const before = usable.findLast((expiry) => daysUntil(expiry, now) <= targetDays)
  const after = usable.find((expiry) => daysUntil(expiry, now) > targetDays)
  return [before, after].filter((expiry) => expiry !== undefined)
}

export function daysUntil(expiry: Date, now: Date): number {
  return (expiry.getTime() - now.getTime()) / dayMs
}

/**
 * Implied volatility at the money, a fraction per year: mean of call and put, interpolated linearly between the
 * strikes around the price. Only options with bid and ask count, because Yahoo invents a volatility for the others.
 * null without any near the price.
 */
export function volatilityAtTheMoney(chain: OptionChain): number | null {
  const price = chain.quote.regularMarketPrice
  const contracts = chain.options.flatMap(({ calls, puts }) => [...calls, ...puts]).filter(isTraded)
  const strikes = [...Map.groupBy(contracts, ({ strike }) => strike)]
    .map(([strike, sides]) => ({ strike, volatility: meanVolatility(sides) }))
    .filter(({ strike }) => Math.abs(strike / price - 1) <= farthestStrike)
    .sort((a, b) => a.strike - b.strike)
  const below = strikes.findLast(({ strike }) => strike <= price)
  const above = strikes.find(({ strike }) => strike >= price)
  const nearest = below ?? above
  if (nearest === undefined) return null
  if (below === undefined || above === undefined || below === above) return nearest.volatility
  const share = (price - below.strike) / (above.strike - below.strike)
  return below.volatility + share * (above.volatility - below.volatility)
}

/**
 * 30-day volatility from two expiries, fractions per year: total variance v^2 T is interpolated linearly, as in
 * Cboe's VIX methodology. With one expiry, its own; null without any.
 */
export function toThirtyDays(points: readonly { days: number; volatility: number }[]): number | null {
  const [near, far] = points.toSorted((a, b) => a.days - b.days)
  if (near === undefined) return null
  if (far === undefined || far.days === near.days) return near.volatility
  const share = (far.days - targetDays) / (far.days - near.days)
  const total = share * near.volatility ** 2 * near.days + (1 - share) * far.volatility ** 2 * far.days
  return Math.sqrt(total / targetDays)
}

function isTraded({ bid, ask, impliedVolatility }: Contract): boolean {
  const isSane = impliedVolatility >= lowestVolatility && impliedVolatility <= highestVolatility
  return bid > 0 && ask >= bid && isSane
}

function meanVolatility(contracts: readonly Contract[]): number {
  return contracts.reduce((sum, contract) => sum + contract.impliedVolatility, 0) / contracts.length
}
