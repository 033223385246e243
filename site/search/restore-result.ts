import * as z from 'zod/mini'
import { StockResult } from '../../admin-api/contract/stock.ts'
import { readStored, removeStored, storageKeys } from '../lib/storage.ts'

/** How long a tab restores its own result, even if another tab has searched since. */
export const sessionCopyLifetimeMs = 10 * 60_000

const LastSearch = z.object({ symbol: z.string(), searchedAt: z.number() })
const SessionCopy = z.object({ savedAt: z.number(), stock: StockResult })

/** The result to show after a reload: the tab's fresh copy, else the browser's. `searchedAt` is 0 if unknown. */
export function restoreResult(now: number): { stock: StockResult; searchedAt: number } | null {
  const lastSearch = readStored(
    'localStorage',
    storageKeys.lastSearch,
    (stored) => LastSearch.safeParse(stored).data
  )
  const copy = readStored(
    'sessionStorage',
    storageKeys.stockDataSession,
    (stored) => SessionCopy.safeParse(stored).data
  )
  const saved = readStored(
    'localStorage',
    storageKeys.stockData,
    (stored) => StockResult.safeParse(stored).data
  )
  const isFresh = copy !== null && now - copy.savedAt < sessionCopyLifetimeMs && copy.savedAt <= now
  if (copy !== null && !isFresh) removeStored('sessionStorage', storageKeys.stockDataSession)
  const stock = isFresh ? copy.stock : saved
  if (stock === null) return null
  return { stock, searchedAt: lastSearch?.symbol === stock.symbol ? lastSearch.searchedAt : 0 }
}
