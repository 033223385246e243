import { expect, test } from 'vitest'
import { type BattleState, battleReducer, chosenWeeks } from './battle-state.ts'
import { makeBattle } from './testing.ts'

const year = makeBattle()
const month = makeBattle({ weeks: '4' })
const shown: BattleState = { status: 'ready', battle: year }

test('the battle on screen stays until the next is there', () => {
  const asked = battleReducer(shown, { type: 'asked', weeks: '4' })
  expect(asked).toEqual({ status: 'loading', battle: year, asked: '4' })
  expect(chosenWeeks(asked)).toBe('4')
  expect(battleReducer(asked, { type: 'answered', battle: month })).toEqual({
    status: 'ready',
    battle: month
  })
})

test('it stays when the next one fails, and may be asked for again', () => {
  const asked = battleReducer(shown, { type: 'asked', weeks: '4' })
  const failed = battleReducer(asked, { type: 'failed', weeks: '4' })
  expect(failed).toEqual({ status: 'failed', battle: year, asked: '4' })
  expect(battleReducer(failed, { type: 'asked', weeks: '4' })).toEqual(asked)
})

test('late answers to an older choice change nothing', () => {
  const first = battleReducer(shown, { type: 'asked', weeks: '4' })
  const second = battleReducer(first, { type: 'asked', weeks: 'all' })
  expect(battleReducer(second, { type: 'answered', battle: month })).toBe(second)
  expect(battleReducer(second, { type: 'failed', weeks: '4' })).toBe(second)
})
