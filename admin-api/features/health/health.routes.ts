import { Router } from 'express'
import { readHealth } from '../../contract/health.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { countWaitingPages } from '../../db/publish-queue.db.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'

export function createHealthRoutes({ db, clock }: Services): Router {
  const router = Router()
  route(router, readHealth, async () => {
    const as_of = await findNewestPriceDay(db)
    const { waiting, late } = await countWaitingPages(db, clock())
    const status: 'ok' | 'degraded' = as_of === null || late > 0 ? 'degraded' : 'ok'
    return { status, as_of, pages_waiting: waiting }
  })
  return router
}
