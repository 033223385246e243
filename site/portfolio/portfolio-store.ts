import { useStore } from '@nanostores/react'
import { atom, onMount } from 'nanostores'
import { storageKeys, watchStored } from '../lib/storage.ts'
import { writeKeptFile } from './kept-file.ts'
import {
  type PortfolioChange,
  type PortfolioEvent,
  reducePortfolio,
  shownPortfolio,
  unreadPortfolio
} from './portfolio-state.ts'
import { askToKeep } from './safekeeping.ts'
import { type Portfolio, readPortfolio, savePortfolio } from './stored-portfolio.ts'

export const $portfolio = atom(unreadPortfolio)

/** The portfolio on screen: the visitor's own, or the example. */
export function usePortfolio(): Portfolio {
  return shownPortfolio(useStore($portfolio))
}

export function dispatchPortfolio(event: PortfolioEvent): void {
  $portfolio.set(reducePortfolio($portfolio.get(), event))
}

onMount($portfolio, () => {
  const read = () => dispatchPortfolio({ type: 'read', found: readPortfolio() })
  read()
  // The page may have closed before the file was written.
  if ($portfolio.get().storage === 'saved') writeKeptFile($portfolio.get().own)
  return watchStored([storageKeys.portfolio], read)
})

/** Applies a change on screen and saves it; changes to the example aren't saved. */
export function changePortfolio(change: PortfolioChange): void {
  if ($portfolio.get().example === null) {
    // Another tab may have written in the meantime.
    if ($portfolio.get().storage === 'saved') dispatchPortfolio({ type: 'read', found: readPortfolio() })
    if ($portfolio.get().storage === 'unreadable') return
    const wasEmpty = $portfolio.get().own.transactions.length === 0
    dispatchPortfolio({ type: 'changed', change })
    dispatchPortfolio({ type: 'written', isSaved: savePortfolio($portfolio.get().own) })
    writeKeptFile($portfolio.get().own)
    if (wasEmpty && $portfolio.get().own.transactions.length > 0) void askToKeep()
  } else dispatchPortfolio({ type: 'changed', change })
}

/** Discards unreadable data after the visitor agreed. */
export function discardUnreadable(): void {
  window.localStorage.removeItem(storageKeys.portfolio)
  dispatchPortfolio({ type: 'read', found: readPortfolio() })
}
