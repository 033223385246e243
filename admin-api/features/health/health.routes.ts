import { Router } from 'express'
import { readHealth } from '../../contract/health.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findWaitingPages } from './health.db.ts'

/** Publishing takes milliseconds a page; one that has waited so long will hardly be written. */
const longestWaitMinutes = 5

export function createHealthRoutes({ db, clock }: Services): Router {
  const router = Router()
  route(router, readHealth, async () => {
    const as_of = await findNewestPriceDay(db)
    const waiting = await findWaitingPages(db)
    const overdue = new Date(clock().getTime() - longestWaitMinutes * 60_000).toISOString()
    const isLate = waiting.oldest !== null && waiting.oldest < overdue
    const status: 'ok' | 'degraded' = as_of === null || isLate ? 'degraded' : 'ok'
    return { status, as_of, pages_waiting: waiting.count }
  })
  return router
}
