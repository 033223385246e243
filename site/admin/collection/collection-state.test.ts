import { expect, test } from 'vitest'
import {
  type Collections,
  countQuarantined,
  isAnyRunning,
  isPaused,
  isRunning,
  outcomeText,
  requestsText,
  scheduleText
} from './collection-state.ts'

const collected = { ticker: 'TSLY', estimated_dividend: 0.31, held_back: 0 }
const outcome = {
  results: [collected],
  errors: [{ ticker: 'CRSH', message: 'No price.' }],
  no_estimate: [],
  stopped: null
}

test('a group started in another tab counts as running here', () => {
  const elsewhere = [{ group: 'weekly-etfs', done: 2, total: 15, current: 'QDTE' }] as const
  expect(isRunning({ runs: {}, running: elsewhere }, 'weekly-etfs')).toBe(true)
  expect(isAnyRunning({ runs: {}, running: elsewhere })).toBe(true)
  expect(
    isAnyRunning({ runs: { 'weekly-etfs': { status: 'done', outcome }, all: undefined }, running: [] })
  ).toBe(false)
})

test('all groups and a single group exclude each other; single groups run in parallel', () => {
  const group: Collections = { runs: { 'weekly-etfs': { status: 'running' } }, running: [] }
  expect(isRunning(group, 'weekly-etfs')).toBe(true)
  expect(isRunning(group, 'yieldmax-group-a')).toBe(false)
  expect(isPaused(group, 'all')).toBe(true)
  expect(isPaused(group, 'yieldmax-group-a')).toBe(false)
  const all: Collections = {
    runs: {},
    running: [{ group: 'all', done: 2, total: 66, current: 'QDTE' }]
  }
  expect(isPaused(all, 'yieldmax-group-a')).toBe(true)
  expect(isRunning(all, 'yieldmax-group-a')).toBe(false)
})

test.each([
  [null, null, 'Automatic collection is off.'],
  ['2026-06-04T22:15:00Z', null, 'Next automatic collection: 06/04/2026, 18:15 EDT.'],
  [
    '2026-06-05T00:20:00Z',
    '2026-06-05T00:20:00Z',
    'The source refuses requests or can’t be reached. Missing funds are collected automatically from 06/04/2026, 20:20 EDT.'
  ]
])('the schedule is described for a next run at %s and a pause until %s', (next_run, paused_until, text) => {
  const schedule = { next_run, paused_until, is_connecting: false }
  expect(scheduleText(schedule, 'America/New_York')).toBe(text)
})

test('the outcome text counts processed funds, failures and quarantined payments', () => {
  expect(outcomeText(outcome, true)).toBe('Processed 1 ETF, 1 failed.')
  const stopped = { ticker: 'FEAT', message: 'FEAT has paid nothing since March 2, 2026.' }
  expect(outcomeText({ ...outcome, no_estimate: [stopped] }, true)).toBe('Processed 2 ETFs, 1 failed.')
  const all = { results: [collected, collected], errors: [], no_estimate: [], stopped: null }
  expect(outcomeText(all, true)).toBe('Processed 2 ETFs, none failed.')
  const odd = { ...all, results: [{ ...collected, held_back: 1 }] }
  expect(outcomeText(odd, true)).toBe('Processed 1 ETF, none failed, 1 payment quarantined.')
})

test('with embedded data the outcome says that nothing can be new, unless a fund failed', () => {
  const all = { results: [collected], errors: [], no_estimate: [], stopped: null }
  expect(outcomeText(all, false)).toBe('No new payments: this site runs on embedded data.')
  expect(outcomeText(outcome, false)).toBe('Processed 1 ETF, 1 failed.')
})

test('quarantined payments of all funds are counted', () => {
  const results = [
    { ...collected, held_back: 2 },
    { ...collected, held_back: 1 }
  ]
  expect(countQuarantined({ results, errors: [], no_estimate: [], stopped: null })).toBe(3)
})

test('requests of a collection are counted by source', () => {
  const requests = { Yahoo: 138, Nasdaq: 129 }
  expect(requestsText({ ...outcome, requests })).toBe('Requests: 138 to Yahoo, 129 to Nasdaq')
  expect(requestsText(outcome)).toBeNull()
})

test('a source that has not responded yet is no collection that is off', () => {
  const schedule = { next_run: null, paused_until: null, is_connecting: true }
  expect(scheduleText(schedule)).toMatch(/^No source has responded yet\. We try again/)
})
