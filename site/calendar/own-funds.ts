import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'

const Symbols = z.array(z.string())

/** The funds a visitor has picked as their own, kept in this browser alone. */
export function readOwnFunds(): ReadonlySet<string> {
  return new Set(readStored('localStorage', storageKeys.ownFunds, Symbols))
}

export function keepOwnFunds(symbols: readonly string[]): void {
  if (symbols.length === 0) removeStored('localStorage', storageKeys.ownFunds)
  else writeStored('localStorage', storageKeys.ownFunds, symbols)
}
