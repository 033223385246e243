import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'

/** The ranking over a number of weeks. */
export const battles = createQuery(
  (weeks: BattleWeeks, signal) => call('GET /api/weekly-battle', { weeks }, { signal }),
  {
    freshMs: 5 * 60_000,
    onFailure: ({ message }, weeks) => logFailure(`Weekly Battle over ${weeks} weeks`, message)
  }
)
