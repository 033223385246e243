import { defaultWeeks } from '../contract/rankings.ts'
import { defaultRoiMonths } from '../contract/vocabulary.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { findRoiRankings } from './roi-rankings.ts'
import { findWeeklyBattle } from './weekly-battle.ts'

const battlePath = '/weekly-battle'
const roiPath = '/roi-rankings'

export const rankingPages = [
  {
    path: battlePath,
    load: async (db) => {
      const battle = await findWeeklyBattle(db, defaultWeeks)
      return battle === null ? null : { kind: 'weekly-battle' as const, battle }
    },
    dependsOn: { figures: 'all', funds: 'all', day: 'all' },
    sitemap: 'price-day'
  },
  {
    path: roiPath,
    load: async (db) => {
      const rankings = await findRoiRankings(db, defaultRoiMonths)
      const asOf = rankings[0]?.as_of
      return asOf === undefined ? null : { kind: 'roi-rankings' as const, asOf, rankings }
    },
    dependsOn: { figures: 'all', funds: 'all', day: 'all' },
    sitemap: 'price-day'
  }
] satisfies readonly PageKind[]
