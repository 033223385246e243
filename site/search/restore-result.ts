import * as z from 'zod/mini'
import { StockResult } from '../../admin-api/contract/stock.ts'
import '../lib/no-eval.ts'
import { readStored, removeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'

/** A tab finds its own result again after a reload this long, even when another tab has searched since. */
export const sessionCopyLifetimeMs = 10 * 60_000

const LastSearch = z.object({ symbol: z.string(), searchedAt: z.number() })
const SessionCopy = z.object({ savedAt: z.number(), stock: StockResult })

/** `searchedAt` is when the server gave it, 0 when unknown. */
export type StoredResult = { stock: StockResult; searchedAt: number }

/** The result to show again after a reload: the tab's fresh copy, else what the browser keeps. */
export function restoreResult(now: number): StoredResult | null {
  const lastSearch = readStored('localStorage', storageKeys.lastSearch, LastSearch)
  const copy = readStored('sessionStorage', storageKeys.stockDataSession, SessionCopy)
  const kept = readStored('localStorage', storageKeys.stockData, StockResult)
  const isFresh = copy !== null && now - copy.savedAt < sessionCopyLifetimeMs && copy.savedAt <= now
  if (copy !== null && !isFresh) removeStored('sessionStorage', storageKeys.stockDataSession)
  const stock = isFresh ? copy.stock : kept
  if (stock === null) return null
  return { stock, searchedAt: lastSearch?.symbol === stock.symbol ? lastSearch.searchedAt : 0 }
}
