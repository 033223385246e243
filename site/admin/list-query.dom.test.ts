import { expect, test } from 'vitest'
import { historyRules, toHistoryInput } from './history/history-query.ts'
import { countPages, isFiltered, reduceList } from './list-query.ts'
import { logRules, toLogInput } from './logs/Logs.tsx'

const history = { filters: historyRules.initial, page: 1 }
const logs = { filters: logRules.initial, page: 1 }

test('at first the newest records and lines are requested', () => {
  expect(toHistoryInput(history)).toEqual({ page: 1, limit: 25, sort: '-payment_date' })
  expect(toLogInput(logs)).toEqual({ limit: 50, offset: 0 })
})

test('only chosen filters are sent', () => {
  const filtered = reduceList(historyRules, history, {
    type: 'filtered',
    filters: { ticker: 'ABNY', from: '2026-01-01' }
  })
  expect(toHistoryInput(filtered)).toEqual({
    page: 1,
    limit: 25,
    sort: '-payment_date',
    ticker: 'ABNY',
    from: '2026-01-01'
  })
})

test('turning pages keeps the filters', () => {
  const filtered = reduceList(historyRules, history, { type: 'filtered', filters: { frequency: 'WEEKLY' } })
  const turned = reduceList(historyRules, filtered, { type: 'turned', page: 7 })
  expect(toHistoryInput(turned)).toMatchObject({ page: 7, frequency: 'WEEKLY' })
  expect(toLogInput(reduceList(logRules, logs, { type: 'turned', page: 3 }))).toEqual({
    limit: 50,
    offset: 100
  })
})

test('a new filter, order or page size returns to the first page', () => {
  const turned = reduceList(historyRules, history, { type: 'turned', page: 7 })
  expect(reduceList(historyRules, turned, { type: 'filtered', filters: { sort: 'ticker' } }).page).toBe(1)
  const second = reduceList(logRules, logs, { type: 'turned', page: 2 })
  const filtered = reduceList(logRules, second, {
    type: 'filtered',
    filters: { level: 'ERROR', ticker: 'ABNY' }
  })
  expect(toLogInput(filtered)).toEqual({ limit: 50, offset: 0, level: 'ERROR', ticker: 'ABNY' })
  const sized = reduceList(logRules, second, { type: 'filtered', filters: { limit: 10 } })
  expect(toLogInput(sized)).toEqual({ limit: 10, offset: 0 })
})

test('clearing removes the filters and keeps order and page size', () => {
  const chosen = reduceList(historyRules, history, {
    type: 'filtered',
    filters: { ticker: 'DISO', to: '2026-01-01', sort: 'ticker' }
  })
  expect(isFiltered(historyRules, chosen.filters)).toBe(true)
  const cleared = reduceList(historyRules, chosen, { type: 'cleared' })
  expect(isFiltered(historyRules, cleared.filters)).toBe(false)
  expect(cleared.filters.sort).toBe('ticker')

  const sized = reduceList(logRules, logs, { type: 'filtered', filters: { limit: 25 } })
  const filtered = reduceList(logRules, sized, { type: 'filtered', filters: { category: 'USER' } })
  expect(isFiltered(logRules, filtered.filters)).toBe(true)
  expect(reduceList(logRules, filtered, { type: 'cleared' })).toEqual(sized)
})

test('an incomplete date is not sent', () => {
  const typing = reduceList(historyRules, history, { type: 'filtered', filters: { to: '0002-05-01' } })
  expect(toHistoryInput(typing)).not.toHaveProperty('to')
})

test.each([
  [0, 1],
  [50, 1],
  [51, 2]
])('%i rows fill %i pages of fifty', (total, pages) => {
  expect(countPages(total, 50)).toBe(pages)
})
