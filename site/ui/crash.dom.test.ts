import { expect, test } from 'vitest'
import { crashKindOf } from './CrashScreen.tsx'

test.each([
  'NetworkError when attempting to fetch resource.',
  'You are Offline',
  'The Internet connection appears to be gone.',
  "Cannot read properties of undefined (reading 'symbol')",
  "can't access join of undefined",
  'Failed to load module'
])('%j counts as a network problem', (message) => {
  expect(crashKindOf(new Error(message))).toBe('network')
})

test.each(['value is not iterable', '', 'Minified React error #31'])('%j: application error', (message) => {
  expect(crashKindOf(new Error(message))).toBe('application')
})
