import { expect, test } from 'vitest'
import { isFiltered, logQueryReducer, newestLogs, pageOf, toLogInput, totalPagesOf } from './log-query.ts'

test('at first it asks for the newest fifty', () => {
  expect(toLogInput(newestLogs)).toEqual({ limit: 50, offset: 0 })
})

test('pages are turned by offset', () => {
  const third = logQueryReducer(newestLogs, { type: 'turned', page: 3 })
  expect(toLogInput(third)).toEqual({ limit: 50, offset: 100 })
  expect(pageOf(third)).toBe(3)
})

test('another filter and another page size begin anew', () => {
  const second = logQueryReducer(newestLogs, { type: 'turned', page: 2 })
  const filtered = logQueryReducer(second, { type: 'filtered', filters: { level: 'ERROR', ticker: 'ABNY' } })
  expect(toLogInput(filtered)).toEqual({ limit: 50, offset: 0, level: 'ERROR', ticker: 'ABNY' })
  expect(toLogInput(logQueryReducer(second, { type: 'sized', limit: 10 }))).toEqual({ limit: 10, offset: 0 })
})

test('clearing drops the filters and keeps the page size', () => {
  const sized = logQueryReducer(newestLogs, { type: 'sized', limit: 100 })
  const filtered = logQueryReducer(sized, { type: 'filtered', filters: { category: 'USER' } })
  expect(isFiltered(filtered.filters)).toBe(true)
  expect(logQueryReducer(filtered, { type: 'cleared' })).toEqual(sized)
})

test.each([
  [0, 1],
  [50, 1],
  [51, 2]
])('%i lines fill %i pages of fifty', (total, pages) => {
  expect(totalPagesOf(newestLogs, total)).toBe(pages)
})
