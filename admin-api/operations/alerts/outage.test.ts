import { expect, test } from 'vitest'
import type { OutageTable } from '../../platform/database/schema/operator.ts'
import { afterTelling, nextOutage } from './outage.ts'

const at = '2026-06-02T22:00:00.000Z'
const later = new Date('2026-06-02T23:00:00.000Z')
const begun: OutageTable = {
  subject: 'disk',
  reason: 'It is full.',
  began_at: at,
  alerted_at: null,
  ended_at: null
}
const told = { ...begun, alerted_at: at }
const ended = { ...told, ended_at: at }

test('one that comes back before its end was told is the same outage', () => {
  expect(nextOutage(ended, { subject: 'disk', reason: 'It is full again.', now: later })).toEqual({
    ...told,
    reason: 'It is full again.'
  })
})

test('the end keeps its first instant', () => {
  expect(nextOutage(ended, { subject: 'disk', reason: null, now: later })).toEqual(ended)
})

test('an outage that ended while its beginning was being told has an end to tell', () => {
  const end = later.toISOString()
  expect(afterTelling(begun, undefined, later)).toEqual({ ...begun, alerted_at: end, ended_at: end })
  expect(afterTelling(begun, begun, later)).toEqual({ ...begun, alerted_at: end })
})

test('an outage that begins while the end of the last one is being told is told anew', () => {
  expect(afterTelling(ended, ended, later)).toBeNull()
  expect(afterTelling(ended, told, later)).toEqual({ ...begun, began_at: later.toISOString() })
})
