import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { readOwnFunds, saveOwnFunds } from './own-funds.ts'

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage() })
})
afterEach(() => vi.unstubAllGlobals())

test('own funds are read again', () => {
  saveOwnFunds(['MSTY', 'CONY'])
  expect(readOwnFunds()).toEqual(new Set(['MSTY', 'CONY']))
})

test.each(['{broken', '"MSTY"', '[1]', '{"0":"MSTY"}', 'null'])(
  'own funds stored as %s are removed',
  (text) => {
    window.localStorage.setItem('ownFunds', text)
    expect(readOwnFunds()).toEqual(new Set())
    expect(window.localStorage.length).toBe(0)
  }
)
