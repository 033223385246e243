import { expect, test } from 'vitest'
import type { OutageTable } from '../../platform/database/schema/operator.ts'
import { afterNotifying, nextOutage } from './alerts.ts'

const at = '2026-06-02T22:00:00.000Z'
const later = new Date('2026-06-02T23:00:00.000Z')
const begun: OutageTable = {
  subject: 'disk',
  reason: 'It is full.',
  began_at: at,
  alerted_at: null,
  ended_at: null
}
const reported = { ...begun, alerted_at: at }
const ended = { ...reported, ended_at: at }

test('a part that fails again before its recovery was reported continues the same outage', () => {
  expect(nextOutage(ended, { subject: 'disk', reason: 'It is full again.', now: later })).toEqual({
    ...reported,
    reason: 'It is full again.'
  })
})

test('an outage keeps the first instant of its end', () => {
  expect(nextOutage(ended, { subject: 'disk', reason: null, now: later })).toEqual(ended)
})

test('an outage that ended while its start was being reported still has its end reported', () => {
  const end = later.toISOString()
  expect(afterNotifying(begun, undefined, later)).toEqual({ ...begun, alerted_at: end, ended_at: end })
  expect(afterNotifying(begun, begun, later)).toEqual({ ...begun, alerted_at: end })
})

test('an outage that begins while the end of the last one is being reported is a new one', () => {
  expect(afterNotifying(ended, ended, later)).toBeNull()
  expect(afterNotifying(ended, reported, later)).toEqual({ ...begun, began_at: later.toISOString() })
})
