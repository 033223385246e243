import type { BattleEntry } from '../../../admin-api/contract/rankings.ts'

export type BattleTab = { id: string; label: string }

/** Places gained (above 0) or lost since the week before; null for a fund that had no place then. */
export type Standing = { place: number; movement: number | null; entry: BattleEntry }

export const weeklyTab: BattleTab = { id: 'weekly', label: 'Weekly payers' }
const allTab: BattleTab = { id: 'all', label: 'All funds' }

/** Weekly payers, all, then each issuer, the one with most funds first. */
export function tabsOf(entries: readonly BattleEntry[]): BattleTab[] {
  const issuers = [...Map.groupBy(entries, (entry) => entry.issuer)].sort(
    ([left, a], [right, b]) => b.length - a.length || (left < right ? -1 : 1)
  )
  return [weeklyTab, allTab, ...issuers.map(([issuer]) => ({ id: idOf(issuer), label: issuer }))]
}

/**
 * The ranking of one tab. Last week's places are counted among the funds of the same tab that had a yield
 * then, so a place lost is a fund that went by.
 */
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
  if (tab === weeklyTab.id) return entry.payment_frequency === 52
  return tab === allTab.id || tab === idOf(entry.issuer)
}

/** Equals stand by symbol. */
function byYield(yieldOf: (entry: BattleEntry) => number) {
  return (a: BattleEntry, b: BattleEntry) => yieldOf(b) - yieldOf(a) || (a.symbol < b.symbol ? -1 : 1)
}

function idOf(issuer: string): string {
  return `issuer-${issuer.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}
