import { expect, test } from 'vitest'
import { firstPage, historyQueryReducer, isFiltered, toHistoryInput } from './history-query.ts'

test('at first it asks for the newest hundred', () => {
  expect(toHistoryInput(firstPage)).toEqual({ page: 1, limit: 100, sort: '-payment_date' })
})

test('only what was chosen is asked for', () => {
  const query = historyQueryReducer(firstPage, {
    type: 'filtered',
    filters: { ticker: 'ABNY', from: '2026-01-01' }
  })
  expect(toHistoryInput(query)).toEqual({
    page: 1,
    limit: 100,
    sort: '-payment_date',
    ticker: 'ABNY',
    from: '2026-01-01'
  })
})

test('another choice begins at the first page, turning pages keeps the choice', () => {
  const filtered = historyQueryReducer(firstPage, { type: 'filtered', filters: { frequency: 'WEEKLY' } })
  const turned = historyQueryReducer(filtered, { type: 'turned', page: 7 })
  expect(toHistoryInput(turned)).toMatchObject({ page: 7, frequency: 'WEEKLY' })
  expect(historyQueryReducer(turned, { type: 'filtered', filters: { sort: 'ticker' } }).page).toBe(1)
})

test('clearing drops the filters and keeps the order', () => {
  const chosen = historyQueryReducer(firstPage, {
    type: 'filtered',
    filters: { ticker: 'DISO', to: '2026-01-01', sort: 'ticker' }
  })
  expect(isFiltered(chosen.filters)).toBe(true)
  const cleared = historyQueryReducer(chosen, { type: 'cleared' })
  expect(isFiltered(cleared.filters)).toBe(false)
  expect(cleared.filters.sort).toBe('ticker')
})

test('a date half typed is not asked for', () => {
  const query = historyQueryReducer(firstPage, { type: 'filtered', filters: { to: '0002-05-01' } })
  expect(toHistoryInput(query)).not.toHaveProperty('to')
})
