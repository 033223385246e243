import { expect, test } from 'vitest'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { isFiltered } from '../list-query.ts'
import {
  type EntryFilters,
  entryRules,
  filterEntries,
  isAllSelected,
  isForReview,
  noSelection,
  selectionReducer
} from './entry-list.ts'

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
  reason: null
}
const entries: ManualEntry[] = [
  entry,
  { ...entry, id: 2, kind: 'payment' },
  { ...entry, id: 3, ticker: 'MST', status: 'approved' },
  { ...entry, id: 4, ticker: 'QDTE' }
]
const noFilters = entryRules.initial
const idsOf = (filters: Partial<EntryFilters>) =>
  filterEntries(entries, { ...noFilters, ...filters }).map(({ id }) => id)

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

test('toggling selects and deselects an entry', () => {
  const selected = selectionReducer(noSelection, { type: 'toggled', id: 3 })
  expect([...selected]).toEqual([3])
  expect([...selectionReducer(selected, { type: 'toggled', id: 3 })]).toEqual([])
})

test('toggling all selects every row, or none if every row was selected', () => {
  const all = selectionReducer(new Set([2]), { type: 'all-toggled', ids: [1, 2, 3] })
  expect([...all]).toEqual([1, 2, 3])
  expect([...selectionReducer(all, { type: 'all-toggled', ids: [1, 2, 3] })]).toEqual([])
})

test('a refresh keeps the selection, except for removed rows', () => {
  const selected = new Set([1, 2])
  expect(selectionReducer(selected, { type: 'listed', ids: [2, 1, 5] })).toBe(selected)
  expect([...selectionReducer(selected, { type: 'listed', ids: [2, 5] })]).toEqual([2])
})

test('an empty table is not fully selected', () => {
  expect(isAllSelected(noSelection, [])).toBe(false)
})
