import { useEffect, useState } from 'react'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys, watchStored } from '../lib/storage.ts'

/** Shares of the fund in the visitor's portfolio, or null. Code for the portfolio loads only if one is stored. */
export function useHeldShares(symbol: string): number | null {
  const [held, setHeld] = useState<{ symbol: string; shares: number | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const shares = hasStored('localStorage', storageKeys.portfolio) ? await load(symbol) : null
      if (isCurrent) setHeld({ symbol, shares })
    }
    void read()
    const stopWatching = watchStored([storageKeys.portfolio], read)
    return () => {
      isCurrent = false
      stopWatching()
    }
  }, [symbol])
  return held?.symbol === symbol ? held.shares : null
}

async function load(symbol: string): Promise<number | null> {
  try {
    return await (await import('../portfolio/stored-holdings.ts')).readHeldShares(symbol)
  } catch (error) {
    logFailure('My Fleet did not load', error)
    return null
  }
}
