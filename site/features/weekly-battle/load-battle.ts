import {
  type BattleWeeks,
  readWeeklyBattle,
  type WeeklyBattle
} from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'

const freshMs = 5 * 60_000
const kept = new Map<BattleWeeks, { battle: WeeklyBattle; at: number }>()

/** The battle over so many weeks, at most five minutes old; null when it can't be had now. */
export async function loadBattle(
  weeks: BattleWeeks,
  onFailure: (why: string) => void
): Promise<WeeklyBattle | null> {
  const known = kept.get(weeks)
  if (known !== undefined && Date.now() - known.at < freshMs) return known.battle
  const result = await call(readWeeklyBattle, { weeks })
  if (!result.ok) {
    onFailure(result.message)
    return null
  }
  kept.set(weeks, { battle: result.value, at: Date.now() })
  return result.value
}
