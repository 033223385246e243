import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { scoreText } from './quiz.ts'

test('the score counts while questions are open, and judges when all are answered', () => {
  expect(scoreText(2, 3, 6)).toBe('2 right, 3 of 6 answered.')
  expect(scoreText(5, 6, 6)).toBe('5 of 6 right. Change an answer and try again.')
  expect(scoreText(6, 6, 6)).toBe('6 of 6 right. The helm is yours, captain.')
})

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
