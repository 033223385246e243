import { expect, test } from 'vitest'
import { type BattleEntry, BattleWeeks, type WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { makeBattleEntry } from '../../testing/make-battle-entry.ts'
import {
  allWeeks,
  changeSentence,
  differentDaysWarning,
  readBattleChoice,
  standingsOf,
  tabsOf,
  writeBattleChoice
} from './standings.ts'

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

const cony = makeBattleEntry({ symbol: 'CONY', yield_on_cost: 50, cost_date: '2026-03-06' })
const nvdw = makeBattleEntry({
  symbol: 'NVDW',
  issuer: 'Roundhill',
  yield_on_cost: 60,
  cost_date: '2026-03-06'
})
const battleOf = (weeks: WeeklyBattle['weeks'], ...entries: BattleEntry[]): WeeklyBattle => ({
  weeks,
  as_of: '2026-05-29',
  week_before: '2026-05-22',
  entries,
  left_out: []
})

test('a choice announces how many funds, when they were bought, and who leads', () => {
  const before = { battle: battleOf('52', cony), tab: 'weekly' }
  const now = { battle: battleOf('12', nvdw, cony), tab: 'weekly' }
  expect(changeSentence(now, before)).toBe(
    'Now 2 weekly payers, bought 12 weeks ago: NVDW is first with 60.0%; before it was CONY.'
  )
  expect(changeSentence({ ...now, tab: 'issuer-yieldmax' }, before)).toMatch(
    /^Now 1 YieldMax fund, .*: CONY is first with 50\.0%, as before\.$/
  )
})

test('a choice without funds says so', () => {
  const before = { battle: battleOf('52', cony), tab: 'weekly' }
  expect(changeSentence({ battle: battleOf('52'), tab: 'weekly' }, before)).toBe(
    'No weekly payers can be ranked, bought 52 weeks ago.'
  )
})

test('first prices on different days are mentioned as not comparable', () => {
  const old = makeBattleEntry({ cost_date: '2022-11-23' })
  expect(differentDaysWarning([cony, nvdw])).toBeNull()
  expect(differentDaysWarning([])).toBeNull()
  expect(differentDaysWarning([cony, old])).toContain('from November 23, 2022 to March 6, 2026')
})

const tabs = [
  { id: 'weekly', label: 'Weekly payers' },
  { id: 'issuer-roundhill', label: 'Roundhill' }
]

test('a choice survives the URL', () => {
  const choice = { weeks: '12', tab: 'issuer-roundhill' } as const
  expect(writeBattleChoice('', choice, '52')).toBe('?weeks=12&funds=issuer-roundhill')
  expect(readBattleChoice(writeBattleChoice('', choice, '52'), tabs, '52')).toEqual(choice)
})

test('defaults need no parameter, and other parameters stay', () => {
  expect(writeBattleChoice('?weeks=4&funds=all&ref=mail', { weeks: '52', tab: 'weekly' }, '52')).toBe(
    '?ref=mail'
  )
})

test.each(['', '?weeks=5&funds=nobody', '?weeks=', '?%E0%A4%A'])('%j selects the defaults', (query) => {
  expect(readBattleChoice(query, tabs, '52')).toEqual({ weeks: '52', tab: 'weekly' })
})

test('all numbers of weeks that the API accepts can be chosen', () => {
  expect(allWeeks).toEqual(BattleWeeks.def.entries ? Object.values(BattleWeeks.def.entries) : [])
})
