import { expect, test } from 'vitest'
import { questions } from './questions.ts'

test('each question has exactly one right choice, and no two choices read the same', () => {
  for (const { choices } of questions) {
    expect(choices.filter(({ isRight }) => isRight)).toHaveLength(1)
    expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length)
  }
})

test('the right choice is not always in the same place', () => {
  const places = questions.map(({ choices }) => choices.findIndex(({ isRight }) => isRight))
  expect(new Set(places).size).toBe(3)
})
