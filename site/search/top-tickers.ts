import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { useQuery } from '../lib/use-query.ts'

const refreshEveryMs = 30_000
/** An answer comes after its request, so at the next tick it is a little younger than the interval. */
const freshMs = refreshEveryMs - 5000
const maxShown = 3

const topTickers = createQuery(
  (_key, signal) => call('GET /api/search-metrics/top-tickers', {}, { signal }),
  {
    freshMs,
    onFailure: ({ status, message }) =>
      logFailure('Top tickers', status === 0 ? message : `HTTP error! status: ${status}`)
  }
)

/**
 * The most searched tickers, fetched at once and every 30 seconds while they are shown; empty until then. Pages don't
 * contain them, because they would be days old there and differ between instances.
 */
export function useTopTickers(isShown: boolean): readonly string[] {
  const { value } = useQuery(topTickers, isShown ? 'all' : null, { everyMs: refreshEveryMs })
  return (value?.tickers ?? []).slice(0, maxShown)
}
