import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { isFiltered } from '../list-query.ts'
import { entryRules, isForReview, passesFilters, useSelection } from './entry-list.ts'

const entry: ManualEntry = {
  id: 1,
  ticker: 'MSTY',
  kind: 'estimate',
  collection_date: '2026-06-01',
  payment_date: '2026-06-05',
  ex_date: '2026-06-04',
  estimated_dividend: 0.3,
  actual_dividend: null,
  current_price: 22,
  implied_volatility: null,
  three_month_average: null,
  frequency: 'WEEKLY',
  status: 'pending',
  is_stored: false,
  reason: null
}
const entries: ManualEntry[] = [
  entry,
  { ...entry, id: 2, kind: 'payment' },
  { ...entry, id: 3, ticker: 'MST', status: 'approved' },
  { ...entry, id: 4, ticker: 'QDTE' }
]
const noFilters = entryRules.initial
const idsOf = (filters: Partial<typeof noFilters>) =>
  entries.filter((each) => passesFilters(each, { ...noFilters, ...filters })).map(({ id }) => id)

test('without filters all entries are shown in their order', () => {
  expect(idsOf({})).toEqual([1, 2, 3, 4])
  expect(isFiltered(entryRules, noFilters)).toBe(false)
})

test('an entry is shown if it passes every filter', () => {
  expect(idsOf({ ticker: 'MST' })).toEqual([1, 2, 3])
  expect(idsOf({ ticker: 'MSTY', status: 'approved' })).toEqual([])
  expect(idsOf({ status: 'approved' })).toEqual([3])
  expect(isFiltered(entryRules, { ...noFilters, status: 'approved' })).toBe(true)
})

test('only a pending payment needs a review', () => {
  expect(entries.filter(isForReview).map(({ id }) => id)).toEqual([2])
})

/** The selection of a list, and what the operator does with it. */
function select(listed: readonly ManualEntry[]) {
  const { result, rerender } = renderHook(useSelection, { initialProps: listed })
  return {
    selected: () => [...result.current.selection],
    isAll: () => result.current.isAll,
    toggle: (id: number) => act(() => result.current.toggle(id)),
    toggleAll: () => act(() => result.current.toggleAll()),
    list: rerender
  }
}

test('toggling selects and deselects an entry', () => {
  const { selected, toggle } = select(entries)
  toggle(3)
  expect(selected()).toEqual([3])
  toggle(3)
  expect(selected()).toEqual([])
})

test('toggling all selects every row, or none if every row was selected', () => {
  const { selected, toggle, toggleAll } = select(entries)
  toggle(2)
  toggleAll()
  expect(selected()).toEqual([1, 2, 3, 4])
  toggleAll()
  expect(selected()).toEqual([])
})

test('a refresh keeps the selection, except for removed rows', () => {
  const { selected, toggle, list } = select(entries)
  toggle(1)
  toggle(2)
  list(entries.toReversed())
  expect(selected().sort()).toEqual([1, 2])
  list(entries.slice(1))
  expect(selected()).toEqual([2])
  list(entries)
  expect(selected()).toEqual([2])
})

test('an empty table is not fully selected', () => {
  expect(select([]).isAll()).toBe(false)
})
