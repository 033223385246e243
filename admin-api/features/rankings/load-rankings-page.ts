import type { Kysely } from 'kysely'
import type { PageModel } from '../../contract/pages.ts'
import { defaultWeeks } from '../../contract/rankings.ts'
import type { Database } from '../../db/schema.ts'
import { findRoiRankings } from './roi-rankings.ts'
import { findWeeklyBattle } from './weekly-battle.ts'

/** What a page of rankings is drawn from; null for any other path, and without prices. */
export async function loadRankingsPage(db: Kysely<Database>, path: string): Promise<PageModel | null> {
  if (path === '/weekly-battle') {
    const battle = await findWeeklyBattle(db, defaultWeeks)
    return battle === null ? null : { kind: 'weekly-battle', battle }
  }
  if (path === '/roi-rankings') {
    const rankings = await findRoiRankings(db)
    const asOf = rankings[0]?.as_of
    return asOf === undefined ? null : { kind: 'roi-rankings', asOf, rankings }
  }
  return null
}
