import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useQuery } from '../../lib/use-query.ts'

const refreshEveryMs = 30_000
const shown = 3
/** From this width on the panel is on screen; top-tickers.css says the same. */
const panelWidth = '(min-width: 48rem)'

// The code that asks brings the schema library along, which a narrow screen can do without.
const loadFetch = () => import('./fetch-top-tickers.ts')

const topTickers = createQuery(async (_key, signal) => (await loadFetch()).fetchTopTickers(signal), {
  onFailure: ({ status, message }) =>
    logFailure('Top tickers', status === 0 ? message : `HTTP error! status: ${status}`)
})

/** The most searched tickers: what the page brought, then what the server answers where there is room for them. */
export function useTopTickers(known: readonly string[]): readonly string[] {
  const hasRoom = useMediaQuery(panelWidth)
  const { value } = useQuery(topTickers, hasRoom ? 'all' : null, { everyMs: refreshEveryMs })
  const newest = value?.tickers ?? []
  return (newest.length > 0 ? newest : known).slice(0, shown)
}
