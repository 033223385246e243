import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { type BattleTab, weeklyTab } from './standings.ts'

/** What a visitor has chosen: when the shares were bought, and which funds take part (the id of a tab). */
export type BattleChoice = { weeks: BattleWeeks; tab: string }

export const allWeeks: readonly BattleWeeks[] = ['4', '12', '26', '52', 'all']

/**
 * Reads the choice from the query of an address; what we do not offer is as if it were not there. `usual` are the weeks
 * of the ranking that the page brings.
 */
export function readChoice(query: string, tabs: readonly BattleTab[], usual: BattleWeeks): BattleChoice {
  const asked = new URLSearchParams(query)
  return {
    weeks: allWeeks.find((weeks) => weeks === asked.get('weeks')) ?? usual,
    tab: tabs.find(({ id }) => id === asked.get('funds'))?.id ?? weeklyTab.id
  }
}

/** Writes the choice into a query; what the page shows by itself is not named. */
export function writeChoice(query: string, { weeks, tab }: BattleChoice, usual: BattleWeeks): string {
  const asked = new URLSearchParams(query)
  if (weeks === usual) asked.delete('weeks')
  else asked.set('weeks', weeks)
  if (tab === weeklyTab.id) asked.delete('funds')
  else asked.set('funds', tab)
  return asked.size === 0 ? '' : `?${asked}`
}
