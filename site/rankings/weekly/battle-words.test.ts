import { expect, test } from 'vitest'
import type { BattleEntry, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { makeBattleEntry } from '../../testing/make-battle-entry.ts'
import { changeSentence, differentDaysWarning } from './standings.ts'

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
    'Now 2 weekly payers, bought 12 weeks ago: NVDW is first with 60.00%; before it was CONY.'
  )
  expect(changeSentence({ ...now, tab: 'issuer-yieldmax' }, before)).toMatch(
    /^Now 1 YieldMax fund, .*: CONY is first with 50\.00%, as before\.$/
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
