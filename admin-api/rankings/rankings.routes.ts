import { Router } from 'express'
import { readRoiRankings, readWeeklyBattle } from '../contract/rankings.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { ApiError } from '../platform/http/errors.ts'
import { keptRoute } from '../platform/http/kept-route.ts'
import type { Services } from '../services.ts'
import { findRoiRankings } from './roi-rankings.ts'
import { findWeeklyBattle } from './weekly-battle.ts'

/** New figures come once a day at most; a visitor's five minutes hurt nobody. */
const cacheSeconds = 300

export function createRankingsRoutes({ db }: Services): Router {
  const router = Router()
  const keeping = { cacheSeconds, readStamp: () => readFiguresRevision(db) }
  keptRoute(router, readRoiRankings, () => findRoiRankings(db), keeping)
  keptRoute(
    router,
    readWeeklyBattle,
    async ({ weeks }) => {
      const battle = await findWeeklyBattle(db, weeks)
      if (battle === null) throw new ApiError('not-found', 'There are no prices to rank funds by yet.')
      return battle
    },
    keeping
  )
  return router
}
