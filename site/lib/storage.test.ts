import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { hasStored, readStored, removeStored, writeStored } from './storage.ts'

const toText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage() })
})
afterEach(() => vi.unstubAllGlobals())

test('a stored value is read again', () => {
  writeStored('localStorage', 'theme', 'dark')
  expect(readStored('localStorage', 'theme', toText)).toBe('dark')
})

test.each(['{broken', '', '5', 'null'])('a damaged value %j is removed', (text) => {
  window.localStorage.setItem('theme', text)
  expect(readStored('localStorage', 'theme', toText)).toBeNull()
  expect(hasStored('localStorage', 'theme')).toBe(false)
})

test('blocked storage counts as empty', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: blocked }))
  writeStored('localStorage', 'theme', 'dark')
  removeStored('localStorage', 'theme')
  expect(readStored('localStorage', 'theme', toText)).toBeNull()
  expect(hasStored('localStorage', 'theme')).toBe(false)
})
