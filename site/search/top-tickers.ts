import { useMemo } from 'react'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { useQuery } from '../lib/use-query.ts'

const refreshEveryMs = 30_000
const shown = 3

// The code that asks brings the schema library along, for which the budget of a page before a touch has no room.
const loadFetch = () => import('./fetch-top-tickers.ts')

const topTickers = createQuery(async (_key, signal) => (await loadFetch()).fetchTopTickers(signal), {
  freshMs: refreshEveryMs,
  onFailure: ({ status, message }) =>
    logFailure('Top tickers', status === 0 ? message : `HTTP error! status: ${status}`)
})

/**
 * The most searched tickers while they are shown: what the page brought, and every 30 seconds what the server answers.
 * @param known null where the page brought none: then the server is asked at once.
 */
export function useTopTickers(known: string[] | null, isShown: boolean): readonly string[] {
  const seed = useMemo(() => (known === null ? {} : { seed: { tickers: known } }), [known])
  const { value } = useQuery(topTickers, isShown ? 'all' : null, { everyMs: refreshEveryMs, ...seed })
  return (value?.tickers ?? known ?? []).slice(0, shown)
}
