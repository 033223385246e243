import type { StockResult } from '../../admin-api/contract/stock.ts'
import { hasStored, removeStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'

export function keepResult(stock: StockResult, now: number): void {
  writeStored('localStorage', storageKeys.stockData, stock)
  writeStored('localStorage', storageKeys.lastSearch, { symbol: stock.symbol, searchedAt: now })
}

export function keepSessionCopy(stock: StockResult, now: number): void {
  writeStored('sessionStorage', storageKeys.stockDataSession, { savedAt: now, stock })
}

/** Whether there is something to restore; whether it is any good, reading it will show. */
export function hasStoredResult(): boolean {
  return (
    hasStored('sessionStorage', storageKeys.stockDataSession) ||
    hasStored('localStorage', storageKeys.stockData)
  )
}

export function forgetResult(): void {
  removeStored('localStorage', storageKeys.stockData)
  removeStored('localStorage', storageKeys.lastSearch)
  removeStored('sessionStorage', storageKeys.stockDataSession)
}
