import { useEffect, useState } from 'react'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'

/** Shares of the fund in the visitor's portfolio, or null. Code for the portfolio loads only if one is stored. */
export function useHeldShares(symbol: string): number | null {
  const [held, setHeld] = useState<{ symbol: string; shares: number | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const shares = hasStored('localStorage', storageKeys.portfolio) ? await load(symbol) : null
      if (isCurrent) setHeld({ symbol, shares })
    }
    // The key is null when another tab cleared all storage.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKeys.portfolio || key === null) void read()
    }
    void read()
    window.addEventListener('storage', onStorage)
    return () => {
      isCurrent = false
      window.removeEventListener('storage', onStorage)
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
