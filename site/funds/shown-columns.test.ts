import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { readShownColumns } from './fund-choice.ts'

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage() })
})
afterEach(() => vi.unstubAllGlobals())

test.each(['{broken', '[]', '{"yield":"no"}', 'null'])('columns stored as %s are removed', (text) => {
  window.localStorage.setItem('fundColumns', text)
  const columns = [
    { id: 'symbol', isExtra: false },
    { id: 'yield', isExtra: true }
  ]
  expect(readShownColumns(columns)).toEqual(new Set(['symbol']))
  expect(window.localStorage.length).toBe(0)
})
