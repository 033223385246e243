import {
  type BattleWeeks,
  readWeeklyBattle,
  type WeeklyBattle
} from '../../../admin-api/contract/rankings.ts'
import { type CallResult, call } from '../../lib/call.ts'

export function fetchBattle(weeks: BattleWeeks, signal: AbortSignal): Promise<CallResult<WeeklyBattle>> {
  return call(readWeeklyBattle, { weeks }, { signal })
}
