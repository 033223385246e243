import { Router } from 'express'
import { readTopAccuracy } from '../contract/admin-history.ts'
import { findRecord } from '../estimates/estimate-record.db.ts'
import { route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { rankAccuracy } from './rank-accuracy.ts'

export function createTopAccuracyRoutes({ db, findSession }: Services): Router {
  const router = Router()
  route(router, readTopAccuracy, async () => rankAccuracy(await findRecord(db)), { findSession })
  return router
}
