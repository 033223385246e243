import { expect, test } from 'vitest'
import {
  type CollectionState,
  collectionReducer,
  countHeldBack,
  isAnyRunning,
  isRunning,
  outcomeText
} from './collection-state.ts'

const collected = { ticker: 'TSLY', estimated_dividend: 0.31, held_back: 0 }
const outcome = { results: [collected], errors: [{ ticker: 'CRSH', message: 'No price.' }] }

test('a running group leaves the others as they are', () => {
  const started = collectionReducer(
    { 'yieldmax-group-b': { status: 'failed', message: 'No wind.' } },
    { type: 'started', group: 'yieldmax-group-a' }
  )
  expect(isRunning(started, 'yieldmax-group-a', [])).toBe(true)
  expect(isRunning(started, 'yieldmax-group-b', [])).toBe(false)
  expect(started['yieldmax-group-b']).toEqual({ status: 'failed', message: 'No wind.' })
})

test('a group started in another tab counts as running here', () => {
  const elsewhere = [{ group: 'weekly-etfs', done: 2, total: 15, current: 'QDTE' }] as const
  expect(isRunning({}, 'weekly-etfs', elsewhere)).toBe(true)
  expect(isAnyRunning({}, elsewhere)).toBe(true)
  expect(isAnyRunning({}, [])).toBe(false)
})

test('an outcome stays until it is dismissed or the group starts again', () => {
  const running: CollectionState = { 'yieldmax-group-a': { status: 'running' } }
  const done = collectionReducer(running, { type: 'finished', group: 'yieldmax-group-a', outcome })
  expect(done).toEqual({ 'yieldmax-group-a': { status: 'done', outcome } })
  expect(isAnyRunning(done, [])).toBe(false)
  expect(collectionReducer(done, { type: 'dismissed', group: 'yieldmax-group-a' })).toEqual({})
  expect(collectionReducer(done, { type: 'started', group: 'yieldmax-group-a' })).toEqual(running)
})

test('a running group cannot be dismissed', () => {
  const running: CollectionState = { 'yieldmax-group-a': { status: 'running' } }
  expect(collectionReducer(running, { type: 'dismissed', group: 'yieldmax-group-a' })).toBe(running)
})

test('the outcome names both counts', () => {
  expect(outcomeText(outcome)).toBe('Processed 1 ETF, 1 failed.')
  expect(outcomeText({ results: [collected, collected], errors: [] })).toBe('Processed 2 ETFs, none failed.')
})

test('held-back payments of all funds are added up', () => {
  const results = [
    { ...collected, held_back: 2 },
    { ...collected, held_back: 1 }
  ]
  expect(countHeldBack({ results, errors: [] })).toBe(3)
})
