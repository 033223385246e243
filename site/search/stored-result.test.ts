import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from '../lib/storage.ts'
import { makeStock } from '../testing/make-stock.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { restoreResult, sessionCopyLifetimeMs } from './restore-result.ts'
import { clearSearch, hasStoredResult, saveResult, saveSessionCopy } from './stored-result.ts'

const now = Date.parse('2026-05-29T10:00:00Z')
const msty = makeStock()
const cony = makeStock({ symbol: 'CONY' })

beforeEach(() => {
  const dispatchEvent = vi.fn()
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage(), dispatchEvent })
})
afterEach(() => vi.unstubAllGlobals())

test('without a stored result nothing is restored', () => {
  expect(hasStoredResult()).toBe(false)
  expect(restoreResult(now)).toBeNull()
})

test('a stored result is restored with the time of its search', () => {
  saveResult(msty, now)
  expect(hasStoredResult()).toBe(true)
  expect(restoreResult(now + 1)).toEqual({ stock: msty, searchedAt: now })
})

test('a result stored before dates_confirmed_on existed is restored with null', () => {
  const { dates_confirmed_on: _, ...older } = msty
  window.localStorage.setItem(storageKeys.stockData, JSON.stringify(older))
  expect(restoreResult(now)?.stock).toEqual({ ...msty, dates_confirmed_on: null })
})

test('a result stored before outlook existed is restored without one', () => {
  const { outlook: _, ...older } = msty
  window.localStorage.setItem(storageKeys.stockData, JSON.stringify(older))
  expect(restoreResult(now)?.stock).toEqual({ ...msty, outlook: [] })
})

test("a tab's own fresh copy wins over a later search in another tab", () => {
  saveSessionCopy(msty, now)
  saveResult(cony, now)
  expect(restoreResult(now + sessionCopyLifetimeMs - 1)?.stock.symbol).toBe('MSTY')
})

test('a copy older than ten minutes is removed', () => {
  saveSessionCopy(msty, now)
  saveResult(cony, now)
  expect(restoreResult(now + sessionCopyLifetimeMs)?.stock.symbol).toBe('CONY')
  expect(window.sessionStorage.getItem(storageKeys.stockDataSession)).toBeNull()
})

test.each(['{broken', '"MSTY"', '{"symbol":"MSTY","dividend":"0.3"}', '[]'])(
  'a stored %s is ignored and removed',
  (text) => {
    window.localStorage.setItem(storageKeys.stockData, text)
    window.sessionStorage.setItem(storageKeys.stockDataSession, text)
    expect(restoreResult(now)).toBeNull()
    expect(window.localStorage.length + window.sessionStorage.length).toBe(0)
  }
)

test('clearing removes everything stored', () => {
  saveResult(msty, now)
  saveSessionCopy(msty, now)
  clearSearch()
  expect(window.localStorage.length + window.sessionStorage.length).toBe(0)
})

test('blocked storage counts as empty', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: blocked }))
  expect(() => saveResult(msty, now)).not.toThrow()
  expect(restoreResult(now)).toBeNull()
})
