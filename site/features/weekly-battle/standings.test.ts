import { expect, test } from 'vitest'
import { standingsOf, tabsOf } from './standings.ts'
import { makeFighter } from './testing.ts'

const entries = [
  makeFighter({ symbol: 'NVDW', issuer: 'Roundhill', yield_on_cost: 60, yield_on_cost_before: 40 }),
  makeFighter({ symbol: 'SPYT', issuer: 'Defiance', payment_frequency: 12, yield_on_cost: 55 }),
  makeFighter({ symbol: 'TSLY', yield_on_cost: 50, yield_on_cost_before: 50 }),
  makeFighter({ symbol: 'CONY', yield_on_cost: 50, yield_on_cost_before: 45 }),
  makeFighter({ symbol: 'WNTR', yield_on_cost: 10, yield_on_cost_before: null })
]

function tell(tab: string): string[] {
  return standingsOf(entries, tab).map(({ place, movement, entry }) => `${place} ${entry.symbol} ${movement}`)
}

test('weekly payers are ranked among themselves, equals by symbol, newcomers without movement', () => {
  // A week before: TSLY 50, CONY 45, NVDW 40. NVDW went by both.
  expect(tell('weekly')).toEqual(['1 NVDW 2', '2 CONY 0', '3 TSLY -2', '4 WNTR null'])
})

test('each tab has places of its own', () => {
  expect(tell('issuer-yieldmax')).toEqual(['1 CONY 1', '2 TSLY -1', '3 WNTR null'])
  expect(tell('issuer-defiance')).toEqual(['1 SPYT 0'])
  expect(tell('all')).toHaveLength(5)
  expect(tell('issuer-nobody')).toEqual([])
})

test('tabs are weekly payers, all, and each issuer by the number of its funds', () => {
  expect(tabsOf(entries).map(({ label }) => label)).toEqual([
    'Weekly payers',
    'All funds',
    'YieldMax',
    'Defiance',
    'Roundhill'
  ])
})
