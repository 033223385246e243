import { type StockResult, searchStock } from '../../admin-api/contract/stock.ts'
import { type CallResult, call } from '../lib/call.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { SearchLimits, takeSearch } from './search-limits.ts'

// The half of the search that checks data against schemas. It comes when a visitor turns to the search, or
// has a stored result; the schema library is most of what our own scripts weigh.

export { restoreResult } from './restore-result.ts'

/** Counts a search that starts now; the sentence to show where it may not. */
export function refusalByLimits(now: number): string | null {
  const stored = readStored('localStorage', storageKeys.searchLimits, SearchLimits)
  const verdict = takeSearch(stored, now)
  if (!verdict.allowed) return verdict.message
  writeStored('localStorage', storageKeys.searchLimits, verdict.limits)
  return null
}

export function fetchStock(symbol: string, signal: AbortSignal): Promise<CallResult<StockResult>> {
  return call(searchStock, { symbol }, { signal })
}
