import { readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'

/** The visitor's own funds, stored in this browser only. */
export function readOwnFunds(): ReadonlySet<string> {
  return new Set(readStored('localStorage', storageKeys.ownFunds, toSymbols))
}

export function saveOwnFunds(symbols: readonly string[]): void {
  if (symbols.length === 0) removeStored('localStorage', storageKeys.ownFunds)
  else writeStored('localStorage', storageKeys.ownFunds, symbols)
}

function toSymbols(stored: unknown): string[] | undefined {
  return Array.isArray(stored) && stored.every((symbol) => typeof symbol === 'string') ? stored : undefined
}
