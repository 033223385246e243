import { expect, test } from 'vitest'
import { isAllSelected, noSelection, selectionReducer } from './selection.ts'

test('a tick comes and goes', () => {
  const ticked = selectionReducer(noSelection, { type: 'toggled', id: 3 })
  expect([...ticked]).toEqual([3])
  expect([...selectionReducer(ticked, { type: 'toggled', id: 3 })]).toEqual([])
})

test('select all ticks every row, and none when every row was ticked', () => {
  const all = selectionReducer(new Set([2]), { type: 'all-toggled', ids: [1, 2, 3] })
  expect([...all]).toEqual([1, 2, 3])
  expect([...selectionReducer(all, { type: 'all-toggled', ids: [1, 2, 3] })]).toEqual([])
})

test('a refresh keeps the ticks, and drops those of rows that are gone', () => {
  const ticked = new Set([1, 2])
  expect(selectionReducer(ticked, { type: 'listed', ids: [2, 1, 5] })).toBe(ticked)
  expect([...selectionReducer(ticked, { type: 'listed', ids: [2, 5] })]).toEqual([2])
})

test('an empty table has not all its rows ticked', () => {
  expect(isAllSelected(noSelection, [])).toBe(false)
})
