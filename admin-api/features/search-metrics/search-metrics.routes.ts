import { Router } from 'express'
import { readSearchMetrics, readTopTickers, resetSearchMetrics } from '../../contract/search-metrics.ts'
import { writeLog } from '../../db/admin-log.db.ts'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import { countSearches, deleteSearches, findTopSearches, findTopTickers } from '../../db/search-history.db.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'

const shownTickers = 3
/** Popular searches stand on the home page. */
const pagesOfSearches = ['/']

export function createSearchMetricsRoutes({
  db,
  clock,
  findSession,
  publisher,
  searchRecorder
}: Services): Router {
  const router = Router()

  route(router, readTopTickers, async () => ({ tickers: await findTopTickers(db, shownTickers) }), {
    cacheSeconds: 30
  })

  route(
    router,
    readSearchMetrics,
    async () => {
      await searchRecorder.flush()
      return {
        top_searches: await findTopSearches(db, shownTickers),
        total_count: await countSearches(db),
        fetched_at: clock().toISOString()
      }
    },
    { findSession }
  )

  route(
    router,
    resetSearchMetrics,
    async (_input, { actor }) => {
      // What is still in memory is cleared too, instead of coming back a moment later.
      await searchRecorder.flush()
      await db.transaction().execute(async (trx) => {
        const searches = await deleteSearches(trx)
        await writeLog(
          trx,
          {
            level: 'WARNING',
            category: 'SYSTEM',
            action: 'DELETE',
            message: `Cleared all search metrics (${searches} searches)`,
            actor,
            metadata: { searches }
          },
          clock()
        )
        await enqueuePages(trx, pagesOfSearches, clock())
      })
      publisher.wake()
      return { message: 'All search metrics have been cleared successfully' }
    },
    { findSession }
  )

  return router
}
