import { expect, test } from 'vitest'
import { makeStock } from '../testing/make-stock.ts'
import { type StockSearch, shownStock, stockSearchReducer } from './search-state.ts'

const msty = makeStock()
const cony = makeStock({ symbol: 'CONY' })
const idleSearch: StockSearch = { status: 'idle' }
const shown: StockSearch = { status: 'success', stock: msty, mode: null }

test('a search that starts keeps the result on screen', () => {
  const loading = stockSearchReducer(shown, {
    type: 'started',
    attempt: 1,
    symbol: 'CONY',
    mode: 'announced'
  })
  expect(loading).toEqual({
    status: 'loading',
    attempt: 1,
    symbol: 'CONY',
    mode: 'announced',
    previous: msty
  })
  expect(shownStock(loading)).toBe(msty)
})

test('a search that fails keeps the result, too', () => {
  const loading = stockSearchReducer(shown, { type: 'started', attempt: 1, symbol: 'SPY', mode: 'announced' })
  const failed = stockSearchReducer(loading, { type: 'failed', attempt: 1, message: 'No.', hasPage: false })
  expect(failed).toEqual({ status: 'error', symbol: 'SPY', message: 'No.', hasPage: false, previous: msty })
})

test('a search after an error keeps the last good result', () => {
  const failed: StockSearch = {
    status: 'error',
    symbol: 'SPY',
    message: 'No.',
    hasPage: false,
    previous: msty
  }
  const loading = stockSearchReducer(failed, {
    type: 'started',
    attempt: 2,
    symbol: 'CONY',
    mode: 'announced'
  })
  expect(shownStock(loading)).toBe(msty)
  expect(stockSearchReducer(loading, { type: 'found', attempt: 2, stock: cony })).toEqual({
    status: 'success',
    stock: cony,
    mode: 'announced'
  })
})

test('late answers to an older search change nothing', () => {
  const first = stockSearchReducer(idleSearch, {
    type: 'started',
    attempt: 1,
    symbol: 'MSTY',
    mode: 'announced'
  })
  const second = stockSearchReducer(first, { type: 'started', attempt: 2, symbol: 'CONY', mode: 'announced' })
  expect(stockSearchReducer(second, { type: 'found', attempt: 1, stock: msty })).toBe(second)
  expect(stockSearchReducer(second, { type: 'failed', attempt: 1, message: 'No.', hasPage: false })).toBe(
    second
  )
  const found = stockSearchReducer(second, { type: 'found', attempt: 2, stock: cony })
  expect(stockSearchReducer(found, { type: 'found', attempt: 1, stock: msty })).toBe(found)
})

test('an answer after the search was cleared changes nothing', () => {
  expect(stockSearchReducer(idleSearch, { type: 'found', attempt: 1, stock: cony })).toBe(idleSearch)
  expect(stockSearchReducer(idleSearch, { type: 'failed', attempt: 1, message: 'No.', hasPage: false })).toBe(
    idleSearch
  )
})

test('a stored result is shown once it is read; an invalid one leaves an empty search', () => {
  const restoring = stockSearchReducer(idleSearch, { type: 'restoring' })
  expect(shownStock(restoring)).toBeNull()
  expect(stockSearchReducer(restoring, { type: 'restored', stock: msty })).toEqual(shown)
  expect(stockSearchReducer(restoring, { type: 'restored', stock: null })).toEqual(idleSearch)
})

test('a restored result replaces neither a faster search nor a cleared one', () => {
  const restoring = stockSearchReducer(idleSearch, { type: 'restoring' })
  const loading = stockSearchReducer(restoring, {
    type: 'started',
    attempt: 1,
    symbol: 'CONY',
    mode: 'announced'
  })
  expect(stockSearchReducer(loading, { type: 'restored', stock: msty })).toBe(loading)
  expect(stockSearchReducer(idleSearch, { type: 'restored', stock: msty })).toBe(idleSearch)
})
