import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { historyRules, toHistoryInput } from './history/History.tsx'
import { countPages, type ListRules, useFilters, useLoadedList } from './list-query.ts'
import { logRules, toLogInput } from './logs/Logs.tsx'
import { entryRules } from './review/entry-list.ts'

beforeEach(() => history.replaceState(null, '', '/'))

/** A list with functions that change it like the operator. */
function open<Filters extends object>(rules: ListRules<Filters>) {
  const { result } = renderHook(() => useFilters(rules))
  return {
    list: () => result.current,
    choose: (chosen: Partial<Filters>) => act(() => result.current.choose(chosen)),
    clear: () => act(() => result.current.clear()),
    turn: (page: number) => act(() => result.current.turn(page))
  }
}

test('at first the newest records and lines are requested', () => {
  expect(toHistoryInput(open(historyRules).list())).toEqual({ page: 1, limit: 25, sort: '-payment_date' })
  expect(toLogInput(open(logRules).list())).toEqual({ limit: 50, offset: 0 })
})

test('only chosen filters are sent', () => {
  const { list, choose } = open(historyRules)
  choose({ ticker: 'ABNY', from: '2026-01-01' })
  expect(toHistoryInput(list())).toEqual({
    page: 1,
    limit: 25,
    sort: '-payment_date',
    ticker: 'ABNY',
    from: '2026-01-01'
  })
})

test('turning pages keeps the filters', () => {
  const records = open(historyRules)
  records.choose({ frequency: 'WEEKLY' })
  records.turn(7)
  expect(toHistoryInput(records.list())).toMatchObject({ page: 7, frequency: 'WEEKLY' })
  history.replaceState(null, '', '/')
  const logs = open(logRules)
  logs.turn(3)
  expect(toLogInput(logs.list())).toEqual({ limit: 50, offset: 100 })
})

test('a new filter, order or page size returns to the first page', () => {
  const records = open(historyRules)
  records.turn(7)
  records.choose({ sort: 'ticker' })
  expect(records.list().page).toBe(1)
  history.replaceState(null, '', '/')
  const logs = open(logRules)
  logs.turn(2)
  logs.choose({ level: 'ERROR', ticker: 'ABNY' })
  expect(toLogInput(logs.list())).toEqual({ limit: 50, offset: 0, level: 'ERROR', ticker: 'ABNY' })
  logs.clear()
  logs.turn(2)
  logs.choose({ limit: 10 })
  expect(toLogInput(logs.list())).toEqual({ limit: 10, offset: 0 })
})

test('clearing removes the filters and keeps order and page size', () => {
  const records = open(historyRules)
  records.choose({ ticker: 'DISO', to: '2026-01-01', sort: 'ticker' })
  expect(records.list().isFiltered).toBe(true)
  records.clear()
  expect(records.list()).toMatchObject({ isFiltered: false, filters: { sort: 'ticker', ticker: '', to: '' } })

  history.replaceState(null, '', '/')
  const logs = open(logRules)
  logs.choose({ limit: 25 })
  const { filters } = logs.list()
  logs.choose({ category: 'USER' })
  expect(logs.list().isFiltered).toBe(true)
  logs.clear()
  expect(logs.list()).toMatchObject({ filters, page: 1 })
})

test('an incomplete date is not sent', () => {
  const { list, choose } = open(historyRules)
  choose({ to: '0002-05-01' })
  expect(toHistoryInput(list())).not.toHaveProperty('to')
})

test.each([
  [0, 1],
  [50, 1],
  [51, 2]
])('%i rows fill %i pages of fifty', (total, pages) => {
  expect(countPages(total, 50)).toBe(pages)
})

test('the last page of a list replaces one that has lost its rows', () => {
  const rows = Array.from({ length: 30 }, (_, index) => index)
  const { result, rerender } = renderHook((shown) => useLoadedList(entryRules, shown, () => true), {
    initialProps: rows
  })
  act(() => result.current.turn(2))
  expect(result.current.rowsOfPage).toEqual([25, 26, 27, 28, 29])
  rerender(rows.slice(0, 2))
  expect(result.current).toMatchObject({ page: 1, rowsOfPage: [0, 1] })
})
