import { atom, onMount } from 'nanostores'
import { hasStored, readStored, removeStored, storageKeys, watchStored, writeStored } from '../lib/storage.ts'

/** Symbols of the visitor's funds, and where they come from: held in My Fleet, or picked in the calendar. */
export type MyFunds = { symbols: ReadonlySet<string>; from: 'portfolio' | 'picks' }

const noFunds: MyFunds = { symbols: new Set(), from: 'picks' }

/**
 * The visitor's funds on every page: those held in My Fleet, or if there are none, those picked in the calendar. They
 * never leave the browser, and code for the portfolio loads only if one is stored.
 */
export const $myFunds = atom<MyFunds>(noFunds)

onMount($myFunds, () => {
  if (typeof window === 'undefined') return
  let isMounted = true
  const read = async () => {
    const funds = await readMyFunds()
    if (isMounted) $myFunds.set(funds)
  }
  void read()
  const stopWatching = watchStored([storageKeys.portfolio, storageKeys.ownFunds], read)
  return () => {
    isMounted = false
    stopWatching()
  }
})

export async function readMyFunds(): Promise<MyFunds> {
  if (hasStored('localStorage', storageKeys.portfolio)) {
    const { readHeldSymbols } = await import('./stored-holdings.ts')
    const symbols = await readHeldSymbols()
    if (symbols.size > 0) return { symbols, from: 'portfolio' }
  }
  const picked = readStored('localStorage', storageKeys.ownFunds, toSymbols) ?? []
  if (picked.length === 0) return noFunds
  const { readPresentSymbols } = await import('./stored-holdings.ts')
  return { symbols: await readPresentSymbols(picked), from: 'picks' }
}

/** Replaces the picked funds, which are used while My Fleet holds no shares. */
export async function pickMyFunds(symbols: readonly string[]): Promise<void> {
  if (symbols.length === 0) removeStored('localStorage', storageKeys.ownFunds)
  else writeStored('localStorage', storageKeys.ownFunds, symbols)
  $myFunds.set(await readMyFunds())
}

/** Marks tickers of the visitor's funds on a page without React, now and when they change. */
export function markMyFunds(tickers: readonly HTMLElement[]): void {
  $myFunds.subscribe(({ symbols }) => {
    for (const ticker of tickers) ticker.toggleAttribute('data-mine', symbols.has(ticker.textContent.trim()))
  })
}

function toSymbols(stored: unknown): string[] | undefined {
  return Array.isArray(stored) && stored.every((symbol) => typeof symbol === 'string') ? stored : undefined
}
