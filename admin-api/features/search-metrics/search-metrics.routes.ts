import { Router } from 'express'
import { readTopTickers } from '../../contract/search-metrics.ts'
import { findTopTickers } from '../../db/search-history.db.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'

const shownTickers = 3

export function createSearchMetricsRoutes({ db }: Services): Router {
  const router = Router()
  route(router, readTopTickers, async () => ({ tickers: await findTopTickers(db, shownTickers) }), {
    cacheSeconds: 30
  })
  return router
}
