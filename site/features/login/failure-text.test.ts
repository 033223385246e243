import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test('the server has the word', () => {
  const message = 'Too many wrong passwords. Please try again in 8 seconds.'
  expect(failureText({ ok: false, status: 429, message, told: 'by-server' })).toBe(message)
})

test('a refusal without a sentence is told as wrong credentials', () => {
  expect(failureText({ ok: false, status: 401, message: 'unreadable', told: 'by-us' })).toBe(
    'Invalid credentials'
  )
})

test('a server that could not be reached says nothing about the password', () => {
  expect(failureText({ ok: false, status: 0, message: 'No answer.', told: 'by-us' })).toBe('No answer.')
})
