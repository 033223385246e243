import type { BattleEntry, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { standingsOf, tabsOf, weeklyTab } from './standings.ts'

/** A ranking as it is on screen: the funds of one tab. */
export type Shown = { battle: WeeklyBattle; tab: string }

/** 'bought 12 weeks ago, at the close of 6 March 2026' */
export function boughtWhen({ weeks, entries }: WeeklyBattle): string {
  if (weeks === 'all') return 'each bought at its first known close'
  const day = entries[0]?.cost_date
  return `bought ${weeks} weeks ago${day === undefined ? '' : `, at the close of ${formatDay(day)}`}`
}

/** What has to be known of a ranking whose funds were not bought on one day; null where they were. */
export function unlikeDays(entries: readonly BattleEntry[]): string | null {
  const days = entries.map(({ cost_date }) => cost_date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return `Those days differ, from ${formatDay(first)} to ${formatDay(last)}, so this does not compare the funds over one span. A number of weeks does.`
}

/** What a choice has changed, in one sentence for the status line. */
export function changeSentence(now: Shown, before: Shown): string {
  const standings = standingsOf(now.battle.entries, now.tab)
  const [first] = standings
  const who = namesOf(now, standings.length)
  if (first === undefined) return `No ${who} can be ranked, ${whenOf(now)}.`
  const { symbol, yield_on_cost } = first.entry
  const old = standingsOf(before.battle.entries, before.tab)[0]?.entry.symbol
  const since = old === undefined ? '' : old === symbol ? ', as before' : `; before it was ${old}`
  return `Now ${standings.length} ${who}, ${whenOf(now)}: ${symbol} is first with ${formatPercent(yield_on_cost)}${since}.`
}

function whenOf({ battle: { weeks } }: Shown): string {
  return weeks === 'all' ? 'each bought at its first price' : `bought ${weeks} weeks ago`
}

function namesOf({ battle, tab }: Shown, count: number): string {
  const funds = count === 1 ? 'fund' : 'funds'
  if (tab === weeklyTab.id) return count === 1 ? 'weekly payer' : 'weekly payers'
  const label = tabsOf(battle.entries).find(({ id }) => id === tab)?.label ?? ''
  return tab.startsWith('issuer-') ? `${label} ${funds}`.trim() : funds
}
