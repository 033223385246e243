import type { BattleEntry, BattleWeeks, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { toSlug } from '../../calendar/calendar-choice.ts'
import { formatDay, formatYield } from '../../lib/format.ts'
import { oneOf, queryParam, withParams } from '../../lib/query-param.ts'

export type BattleTab = { id: string; label: string }

/** Ranks gained (above 0) or lost since the week before; null for a new fund. */
export type Standing = { place: number; movement: number | null; entry: BattleEntry }

export const weeklyTab: BattleTab = { id: 'weekly', label: 'Weekly payers' }
const allTab: BattleTab = { id: 'all', label: 'All funds' }

/** Weekly payers, all, then issuers by number of funds. */
export function tabsOf(entries: readonly BattleEntry[]): BattleTab[] {
  const issuers = [...Map.groupBy(entries, (entry) => entry.issuer)].sort(
    ([left, a], [right, b]) => b.length - a.length || (left < right ? -1 : 1)
  )
  return [weeklyTab, allTab, ...issuers.map(([issuer]) => ({ id: idOf(issuer), label: issuer }))]
}

/** Ranking of one tab. Last week's ranks are among the funds of the same tab that had a yield then. */
export function standingsOf(entries: readonly BattleEntry[], tab: string): Standing[] {
  const own = entries.filter((entry) => isIn(entry, tab)).toSorted(byYield((entry) => entry.yield_on_cost))
  const before = own
    .filter((entry) => entry.yield_on_cost_before !== null)
    .toSorted(byYield((entry) => entry.yield_on_cost_before ?? 0))
  const placeBefore = new Map(before.map((entry, i) => [entry.symbol, i + 1]))
  return own.map((entry, i) => {
    const known = placeBefore.get(entry.symbol)
    return { place: i + 1, movement: known === undefined ? null : known - (i + 1), entry }
  })
}

function isIn(entry: BattleEntry, tab: string): boolean {
  if (tab === weeklyTab.id) return entry.payment_frequency >= 52
  return tab === allTab.id || tab === idOf(entry.issuer)
}

/** Ties are sorted by symbol. */
function byYield(yieldOf: (entry: BattleEntry) => number) {
  return (a: BattleEntry, b: BattleEntry) => yieldOf(b) - yieldOf(a) || (a.symbol < b.symbol ? -1 : 1)
}

function idOf(issuer: string): string {
  return `issuer-${toSlug(issuer)}`
}

/** The ranking on screen. */
export type Shown = { battle: WeeklyBattle; tab: string }

/** Day of the purchases; null if each fund has its own. */
export function boughtOn({ weeks, entries }: WeeklyBattle): string | null {
  return weeks === 'all' ? null : (entries[0]?.cost_date ?? null)
}

/** 'bought 12 weeks ago, at the close on March 6, 2026' */
export function boughtWhen(battle: WeeklyBattle): string {
  const day = boughtOn(battle)
  if (battle.weeks === 'all') return 'each bought at its first known close'
  return `bought ${battle.weeks} weeks ago${day === null ? '' : `, at the close on ${formatDay(day)}`}`
}

/** Caveat if purchases were on different days; otherwise null. */
export function differentDaysWarning(entries: readonly BattleEntry[]): string | null {
  const days = entries.map(({ cost_date }) => cost_date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return `Those dates range from ${formatDay(first)} to ${formatDay(last)}, so this doesn’t compare the funds over one period. Choose a number of weeks for that.`
}

/** Announcement of the latest change. */
export function changeSentence(now: Shown, before: Shown): string {
  const standings = standingsOf(now.battle.entries, now.tab)
  const [first] = standings
  const who = namesOf(now, standings.length)
  if (first === undefined) return `No ${who} can be ranked, ${whenOf(now)}.`
  const { symbol, yield_on_cost } = first.entry
  const old = standingsOf(before.battle.entries, before.tab)[0]?.entry.symbol
  const since = old === undefined ? '' : old === symbol ? ', as before' : `; before it was ${old}`
  return `Now ${standings.length} ${who}, ${whenOf(now)}: ${symbol} is first with ${formatYield(yield_on_cost)}${since}.`
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
