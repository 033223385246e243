import { chunksOf } from '../platform/database/rows.ts'
import type { SourceParts } from './fetch-funds.ts'
import {
  MarketDataError,
  maxSymbolsAtOnce,
  type SymbolCloses,
  type SymbolSince
} from './sources/market-data.ts'

/** Days of stored closes that are requested again, to detect another share basis. */
export const overlapDays = 10
/** Fraction. Closes of one day differ by more only if the shares were split or a source corrected itself. */
const largestDifference = 0.005

/** Whether a reported close equals the stored one of its day; true if none is stored. */
export function isSameClose(reported: number, stored: number | undefined): boolean {
  return stored === undefined || Math.abs(reported / stored - 1) <= largestDifference
}

/**
 * Closes of many symbols in as few requests as the source allows. Symbols without a response are absent: a separate
 * request may return more. The first failure ends it, because the source may have no such endpoint at all.
 * @param onProgress gets the symbols of the next request; may throw to abort
 */
export async function fetchManyCloses(
  { market, log }: Pick<SourceParts, 'market' | 'log'>,
  wanted: readonly SymbolSince[],
  onProgress: (symbols: string) => Promise<void>
): Promise<Map<string, SymbolCloses>> {
  const closesOf = new Map<string, SymbolCloses>()
  if (market.collectManyCloses === undefined) return closesOf
  // Each request covers the span of its oldest day.
  const ordered = wanted.toSorted((a, b) => (a.since < b.since ? -1 : 1))
  for (const some of chunksOf(ordered, maxSymbolsAtOnce)) {
    await onProgress(`closes of ${some.length} symbols`)
    try {
      for (const [symbol, closes] of await market.collectManyCloses(some)) closesOf.set(symbol, closes)
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      log.warn({ reason: error.message }, 'closes are requested one symbol at a time')
      return closesOf
    }
  }
  return closesOf
}
