import { expect, test } from 'vitest'
import { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { allWeeks, readBattleChoice, writeBattleChoice } from './standings.ts'

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
