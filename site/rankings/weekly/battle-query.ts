import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'

// The page brings the usual weeks: what asks for others, schema library and all, comes with the first choice.
const loadFetch = () => import('./fetch-battle.ts')

/** The battle over so many weeks. */
export const battles = createQuery(
  async (weeks: BattleWeeks, signal) => (await loadFetch()).fetchBattle(weeks, signal),
  {
    freshMs: 5 * 60_000,
    onFailure: ({ message }, weeks) => logFailure(`Weekly Battle over ${weeks} weeks`, message)
  }
)
