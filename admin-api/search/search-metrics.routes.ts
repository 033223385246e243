import { Router } from 'express'
import { readSearchMetrics, readTopTickers, resetSearchMetrics } from '../contract/search-metrics.ts'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { countSearches, deleteSearches, findTopSearches, findTopTickers } from './search-history.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { createKeptAnswer, timeSlots } from '../platform/http/kept-answer.ts'
import { route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'

const shownTickers = 3
const topTickerSeconds = 30

export function createSearchMetricsRoutes({
  db,
  clock,
  findSession,
  queueChange,
  searchRecorder
}: Services): Router {
  const router = Router()

  // Every open home page asks twice a minute.
  const topTickers = createKeptAnswer(() => findTopTickers(db, shownTickers), timeSlots(topTickerSeconds))

  route(router, readTopTickers, async () => ({ tickers: await topTickers.read() }), {
    cacheSeconds: topTickerSeconds
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
      // Searches still in memory would otherwise be written a moment later.
      await searchRecorder.flush()
      await writeTransaction(db, async (trx) => {
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
        await queueChange(trx, { kind: 'searches' }, clock())
      })
      topTickers.forget()
      return { message: 'All search metrics have been cleared successfully' }
    },
    { findSession }
  )

  return router
}
