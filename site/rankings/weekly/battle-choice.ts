import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { oneOf, queryParam, withParams } from '../../lib/query-param.ts'
import { type BattleTab, weeklyTab } from './standings.ts'

/** The visitor's choice: purchase time and tab id. */
export type BattleChoice = { weeks: BattleWeeks; tab: string }

export const allWeeks: readonly BattleWeeks[] = ['4', '12', '26', '52', 'all']

/** Reads the choice from a query, ignoring unknown values. `usual` are the weeks of the page's ranking. */
export function readBattleChoice(
  query: string,
  tabs: readonly BattleTab[],
  usual: BattleWeeks
): BattleChoice {
  const ids = tabs.map(({ id }) => id)
  return {
    weeks: queryParam(query, 'weeks', oneOf(allWeeks)) ?? usual,
    tab: queryParam(query, 'funds', oneOf(ids)) ?? weeklyTab.id
  }
}

/** Writes the choice into a query, leaving defaults out. */
export function writeBattleChoice(query: string, { weeks, tab }: BattleChoice, usual: BattleWeeks): string {
  return withParams(query, {
    weeks: weeks === usual ? null : weeks,
    funds: tab === weeklyTab.id ? null : tab
  })
}
