import { useEffect, useState } from 'react'
import { logFailure } from '../../lib/log.ts'

/** From this width on the panel is on screen; treasure-map.css says the same. */
const panelWidth = '(min-width: 48rem)'

/**
 * The most searched tickers: what the page brought, then what the server answers. Neither the code that
 * asks nor its calls are spent on a screen too narrow for the panel.
 */
export function useTopTickers(known: readonly string[]): readonly string[] {
  const [refreshed, setRefreshed] = useState<readonly string[]>([])

  useEffect(() => {
    const wide = matchMedia(panelWidth)
    let stop: (() => void) | null = null
    let isGone = false

    async function follow() {
      if (!wide.matches || stop !== null) return
      try {
        const { $topTickers } = await import('../../stores/top-tickers.ts')
        if (!isGone && stop === null) stop = $topTickers.subscribe((tickers) => setRefreshed(tickers ?? []))
      } catch (error) {
        logFailure('Top tickers', error)
      }
    }

    void follow()
    wide.addEventListener('change', follow)
    return () => {
      isGone = true
      wide.removeEventListener('change', follow)
      stop?.()
    }
  }, [])

  return (refreshed.length > 0 ? refreshed : known).slice(0, 3)
}
