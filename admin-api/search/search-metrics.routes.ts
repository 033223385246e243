import type { Router } from 'express'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { readSearchMetrics, readTopTickers, resetSearchMetrics } from '../contract/search-metrics.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { createCachedValue, timeSlots } from '../platform/http/cached-response.ts'
import { createRoutes } from '../platform/http/route.ts'
import type { RouteParts } from '../platform/http/session-guard.ts'
import { countSearches, deleteSearches, findTopSearches, findTopTickers } from './search-history.db.ts'
import type { SearchRecorder } from './search-recorder.ts'

const shownTickers = 3
const topTickerSeconds = 30

export function createSearchMetricsRoutes({
  db,
  clock,
  findSession,
  searchRecorder
}: RouteParts & { searchRecorder: SearchRecorder }): Router {
  const { router, route } = createRoutes(findSession)

  // Every open home page requests this twice a minute.
  const topTickers = createCachedValue(() => findTopTickers(db, shownTickers), timeSlots(topTickerSeconds))

  route(readTopTickers, async () => ({ tickers: await topTickers.read() }), {
    cacheSeconds: topTickerSeconds
  })

  route(readSearchMetrics, async () => {
    await searchRecorder.flush()
    return {
      top_searches: await findTopSearches(db, shownTickers),
      total_count: await countSearches(db),
      fetched_at: clock().toISOString()
    }
  })

  route(resetSearchMetrics, async (_input, { actor }) => {
    // Searches still in memory would otherwise be written a moment later.
    await searchRecorder.flush()
    await writeTransaction(db, async (trx) => {
      const searches = await deleteSearches(trx)
      const logFields = { level: 'WARNING', category: 'SYSTEM', action: 'DELETE' } as const
      const message = `Cleared all search metrics (${searches} searches)`
      await writeLog(trx, { ...logFields, message, actor, metadata: { searches } }, clock())
    })
    topTickers.forget()
    return { message: 'All search metrics have been cleared successfully' }
  })

  return router
}
