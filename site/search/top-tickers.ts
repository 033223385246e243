import { useMemo } from 'react'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { useQuery } from '../lib/use-query.ts'

const refreshEveryMs = 30_000
const maxShown = 3

const topTickers = createQuery(
  (_key, signal) => call('GET /api/search-metrics/top-tickers', {}, { signal }),
  {
    freshMs: refreshEveryMs,
    onFailure: ({ status, message }) =>
      logFailure('Top tickers', status === 0 ? message : `HTTP error! status: ${status}`)
  }
)

/**
 * The most searched tickers: those of the page, replaced every 30 seconds while they are shown.
 * @param known null if the page has none: then they are fetched at once
 */
export function useTopTickers(known: string[] | null, isShown: boolean): readonly string[] {
  const seed = useMemo(() => (known === null ? {} : { seed: { tickers: known } }), [known])
  const { value } = useQuery(topTickers, isShown ? 'all' : null, { everyMs: refreshEveryMs, ...seed })
  return (value?.tickers ?? known ?? []).slice(0, maxShown)
}
