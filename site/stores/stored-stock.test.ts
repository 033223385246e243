import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from '../lib/storage-keys.ts'
import { makeStock, memoryStorage } from '../lib/testing.ts'
import { restoreStock, sessionCopyLifetimeMs } from './restore-stock.ts'
import { forgetStock, hasStoredStock, keepSessionCopy, keepStock } from './stored-stock.ts'

const now = Date.parse('2026-05-29T10:00:00Z')
const msty = makeStock()
const cony = makeStock({ symbol: 'CONY' })

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
})
afterEach(() => vi.unstubAllGlobals())

test('nothing was stored, nothing comes back', () => {
  expect(hasStoredStock()).toBe(false)
  expect(restoreStock(now)).toBeNull()
})

test('a kept result comes back with the time it was searched', () => {
  keepStock(msty, now)
  expect(hasStoredStock()).toBe(true)
  expect(restoreStock(now + 1)).toEqual({ stock: msty, searchedAt: now })
})

test('a result that was kept before pay dates were checked comes back without such a day', () => {
  const { dates_confirmed_on: _, ...older } = msty
  window.localStorage.setItem(storageKeys.stockData, JSON.stringify(older))
  expect(restoreStock(now)?.stock).toEqual({ ...msty, dates_confirmed_on: null })
})

test("the tab's own fresh copy wins over what another tab searched since", () => {
  keepSessionCopy(msty, now)
  keepStock(cony, now)
  expect(restoreStock(now + sessionCopyLifetimeMs - 1)?.stock.symbol).toBe('MSTY')
})

test('the copy is short-lived', () => {
  keepSessionCopy(msty, now)
  keepStock(cony, now)
  expect(restoreStock(now + sessionCopyLifetimeMs)?.stock.symbol).toBe('CONY')
  expect(window.sessionStorage.getItem(storageKeys.stockDataSession)).toBeNull()
})

test.each(['{broken', '"MSTY"', '{"symbol":"MSTY","dividend":"0.3"}', '[]'])(
  'a stored %s is ignored and removed',
  (text) => {
    window.localStorage.setItem(storageKeys.stockData, text)
    window.sessionStorage.setItem(storageKeys.stockDataSession, text)
    expect(restoreStock(now)).toBeNull()
    expect(window.localStorage.length + window.sessionStorage.length).toBe(0)
  }
)

test('forgetting leaves nothing behind', () => {
  keepStock(msty, now)
  keepSessionCopy(msty, now)
  forgetStock()
  expect(window.localStorage.length + window.sessionStorage.length).toBe(0)
})

test('closed storage is like an empty one', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: closed }))
  expect(() => keepStock(msty, now)).not.toThrow()
  expect(restoreStock(now)).toBeNull()
})
