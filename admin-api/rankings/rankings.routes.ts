import { readRoiRankings, readWeeklyBattle } from '../contract/rankings.ts'
import { cachedRoute } from '../platform/http/cached-response.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { findRoiRankings } from './roi-rankings.ts'
import { findWeeklyBattle } from './weekly-battle.ts'

/** Figures change once a day at most. */
const cacheSeconds = 300

export function addRankingsRoutes({ router }: Routes, { db }: RouteParts): void {
  const cache = { cacheSeconds, readStamp: () => readFiguresRevision(db) }
  cachedRoute(router, readRoiRankings, ({ months }) => findRoiRankings(db, months), cache)
  cachedRoute(
    router,
    readWeeklyBattle,
    async ({ weeks }) => {
      const battle = await findWeeklyBattle(db, weeks)
      if (battle === null) throw new ApiError('not-found', 'There are no prices to rank funds by yet.')
      return battle
    },
    cache
  )
}
