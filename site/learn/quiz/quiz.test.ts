import { expect, test } from 'vitest'
import { scoreText } from './quiz.ts'

test('the score counts while questions are open, and judges when all are answered', () => {
  expect(scoreText(2, 3, 6)).toBe('2 right, 3 of 6 answered.')
  expect(scoreText(5, 6, 6)).toBe('5 of 6 right. Change an answer and try again.')
  expect(scoreText(6, 6, 6)).toBe('6 of 6 right. The helm is yours, captain.')
})
