import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from '../lib/storage-keys.ts'
import { makeStock } from '../testing/make-stock.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { restoreResult, sessionCopyLifetimeMs } from './restore-result.ts'
import { forgetResult, hasStoredResult, keepResult, keepSessionCopy } from './stored-result.ts'

const now = Date.parse('2026-05-29T10:00:00Z')
const msty = makeStock()
const cony = makeStock({ symbol: 'CONY' })

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
})
afterEach(() => vi.unstubAllGlobals())

test('nothing was stored, nothing comes back', () => {
  expect(hasStoredResult()).toBe(false)
  expect(restoreResult(now)).toBeNull()
})

test('a kept result comes back with the time it was searched', () => {
  keepResult(msty, now)
  expect(hasStoredResult()).toBe(true)
  expect(restoreResult(now + 1)).toEqual({ stock: msty, searchedAt: now })
})

test('a result that was kept before pay dates were checked comes back without such a day', () => {
  const { dates_confirmed_on: _, ...older } = msty
  window.localStorage.setItem(storageKeys.stockData, JSON.stringify(older))
  expect(restoreResult(now)?.stock).toEqual({ ...msty, dates_confirmed_on: null })
})

test("the tab's own fresh copy wins over what another tab searched since", () => {
  keepSessionCopy(msty, now)
  keepResult(cony, now)
  expect(restoreResult(now + sessionCopyLifetimeMs - 1)?.stock.symbol).toBe('MSTY')
})

test('the copy is short-lived', () => {
  keepSessionCopy(msty, now)
  keepResult(cony, now)
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

test('forgetting leaves nothing behind', () => {
  keepResult(msty, now)
  keepSessionCopy(msty, now)
  forgetResult()
  expect(window.localStorage.length + window.sessionStorage.length).toBe(0)
})

test('closed storage is like an empty one', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: closed }))
  expect(() => keepResult(msty, now)).not.toThrow()
  expect(restoreResult(now)).toBeNull()
})
