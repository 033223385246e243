import { expect, test } from 'vitest'
import { record, redo, startHistory, undo } from './history.ts'

const written = record(record(startHistory('a'), 'ab'), 'abc')

test('each undo goes one step back, as far as the beginning', () => {
  expect(undo(written).present).toBe('ab')
  expect(undo(undo(written)).present).toBe('a')
  expect(undo(undo(undo(written))).present).toBe('a')
})

test('each redo takes one undo back', () => {
  expect(redo(undo(undo(written))).present).toBe('ab')
  expect(redo(redo(undo(undo(written))))).toEqual(written)
  expect(redo(written)).toBe(written)
})

test('writing after an undo drops what was undone', () => {
  expect(redo(record(undo(written), 'abd')).present).toBe('abd')
})

test('no more than 200 steps are kept', () => {
  let history = startHistory(0)
  for (let step = 1; step <= 300; step += 1) history = record(history, step)
  expect(history.past).toHaveLength(200)
  expect(history.past[0]).toBe(100)
})
