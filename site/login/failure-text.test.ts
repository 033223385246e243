import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test('a message of the server is shown as it is', () => {
  const message = 'Too many wrong passwords. Please try again in 8 seconds.'
  expect(failureText({ ok: false, status: 429, message, from: 'server' })).toBe(message)
})

test('a 401 without a message means wrong credentials', () => {
  expect(failureText({ ok: false, status: 401, message: 'unreadable', from: 'page' })).toBe(
    'Invalid credentials'
  )
})

test('an unreachable server does not mean a wrong password', () => {
  expect(failureText({ ok: false, status: 0, message: 'No answer.', from: 'page' })).toBe('No answer.')
})
