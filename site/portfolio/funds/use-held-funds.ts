import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useMemo } from 'react'
import type { HeldFunds } from '../positions/held-fund.ts'
import { repeatWhileShown } from '../../lib/repeat-while-shown.ts'
import { heldFundQuery } from './held-funds.ts'

export type ReadFunds = {
  funds: HeldFunds
  /** Symbols of funds whose files could not be had. */
  failed: string[]
  isLoading: boolean
  retry: () => void
}

/** The files of these funds, and anew when the page is shown again. */
export function useHeldFunds(symbols: readonly string[]): ReadFunds {
  const key = symbols.join(' ')
  const entries = useMemo(
    () => new Map(key === '' ? [] : key.split(' ').map((symbol) => [symbol, heldFundQuery(symbol)])),
    [key]
  )
  const $states = useMemo(
    () =>
      computed(
        [...entries.values()].map(({ $state }) => $state),
        (...states) => states
      ),
    [entries]
  )
  const states = useStore($states)
  useEffect(() => {
    const load = () => {
      for (const entry of entries.values()) void entry.load()
    }
    load()
    return repeatWhileShown(load, undefined)
  }, [entries])

  return useMemo(() => {
    const read = [...entries.keys()].map((symbol, place) => ({ symbol, state: states[place] }))
    return {
      funds: new Map(read.flatMap(({ symbol, state }) => (state?.value ? [[symbol, state.value]] : []))),
      failed: read.flatMap(({ symbol, state }) => (state?.failure && !state.value ? [symbol] : [])),
      isLoading: read.some(({ state }) => state?.isLoading && !state.value),
      retry: () => {
        for (const entry of entries.values()) void entry.load()
      }
    }
  }, [entries, states])
}
