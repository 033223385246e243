import { expect, test } from 'vitest'
import { makeBattleEntry } from '../../testing/make-battle-entry.ts'
import { standingsOf, tabsOf } from './standings.ts'

const entries = [
  makeBattleEntry({ symbol: 'NVDW', issuer: 'Roundhill', yield_on_cost: 60, yield_on_cost_before: 40 }),
  makeBattleEntry({ symbol: 'SPYT', issuer: 'Defiance', payment_frequency: 12, yield_on_cost: 55 }),
  makeBattleEntry({ symbol: 'TSLY', yield_on_cost: 50, yield_on_cost_before: 50 }),
  makeBattleEntry({ symbol: 'CONY', yield_on_cost: 50, yield_on_cost_before: 45 }),
  makeBattleEntry({ symbol: 'WNTR', yield_on_cost: 10, yield_on_cost_before: null })
]

function placesOf(tab: string): string[] {
  return standingsOf(entries, tab).map(({ place, movement, entry }) => `${place} ${entry.symbol} ${movement}`)
}

test('weekly payers are ranked among themselves, ties by symbol, new funds without movement', () => {
  // A week before: TSLY 50, CONY 45, NVDW 40. NVDW overtook both.
  expect(placesOf('weekly')).toEqual(['1 NVDW 2', '2 CONY 0', '3 TSLY -2', '4 WNTR null'])
})

test('every tab has its own ranks', () => {
  expect(placesOf('issuer-yieldmax')).toEqual(['1 CONY 1', '2 TSLY -1', '3 WNTR null'])
  expect(placesOf('issuer-defiance')).toEqual(['1 SPYT 0'])
  expect(placesOf('all')).toHaveLength(5)
  expect(placesOf('issuer-nobody')).toEqual([])
})

test('tabs are weekly payers, all, and issuers by number of funds', () => {
  expect(tabsOf(entries).map(({ label }) => label)).toEqual([
    'Weekly payers',
    'All funds',
    'YieldMax',
    'Defiance',
    'Roundhill'
  ])
})
