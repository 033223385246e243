import { expect, test } from 'vitest'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { filterEntries, isFiltered, noFilters } from './entry-filters.ts'

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
const idsOf = (filters: Partial<typeof noFilters>) =>
  filterEntries(entries, { ...noFilters, ...filters }).map(({ id }) => id)

test('without filters all entries are shown in their order', () => {
  expect(idsOf({})).toEqual([1, 2, 3, 4])
  expect(isFiltered(noFilters)).toBe(false)
})

test('an entry is shown where it passes each filter', () => {
  expect(idsOf({ ticker: 'MST' })).toEqual([1, 2, 3])
  expect(idsOf({ ticker: 'MSTY', kind: 'payment' })).toEqual([2])
  expect(idsOf({ status: 'approved' })).toEqual([3])
  expect(isFiltered({ ...noFilters, status: 'approved' })).toBe(true)
})
