import * as z from 'zod/mini'
import { StockResult } from '../../admin-api/contract/stock.ts'
import { readStored, removeStored, storageKeys } from '../lib/storage.ts'

/** How long a tab restores its own result, even if another tab has searched since. */
export const sessionCopyLifetimeMs = 10 * 60_000

const LastSearch = z.object({ symbol: z.string(), searchedAt: z.number() })
const SessionCopy = z.object({ savedAt: z.number(), stock: StockResult })

/** The result to show after a reload: the tab's fresh copy, else the browser's. `searchedAt` is 0 if unknown. */
export function restoreResult(now: number): { stock: StockResult; searchedAt: number } | null {
  const { lastSearch: searchKey, stockDataSession, stockData } = storageKeys
  const lastSearch = readStored('localStorage', searchKey, (value) => LastSearch.safeParse(value).data)
  const copy = readStored('sessionStorage', stockDataSession, (value) => SessionCopy.safeParse(value).data)
  const saved = readStored('localStorage', stockData, (value) => StockResult.safeParse(value).data)
  const isFresh = copy !== null && now - copy.savedAt < sessionCopyLifetimeMs && copy.savedAt <= now
  if (copy !== null && !isFresh) removeStored('sessionStorage', stockDataSession)
  const stock = isFresh ? copy.stock : saved
  if (stock === null) return null
  return { stock, searchedAt: lastSearch?.symbol === stock.symbol ? lastSearch.searchedAt : 0 }
}
