import { expect, test } from 'vitest'
import type { WeekSummary } from '../../../admin-api/contract/weeks.ts'
import { writeWeeksFeed } from './weeks-feed.ts'

const week: WeekSummary = {
  thursday: '2026-05-28',
  figures: {
    payments: 59,
    inRange: 52,
    medianErrorPercent: 4.08,
    stake: { funds: 59, expected: 55.31, paid: 56.308 }
  },
  live: 12,
  backtested: 47,
  correctedOn: '2026-06-03',
  updatedAt: '2026-06-03T12:00:00.000Z'
}

function parse(weeks: WeekSummary[]): Document {
  const feed = new DOMParser().parseFromString(writeWeeksFeed(weeks, 'https://doubloon.example'), 'text/xml')
  expect(feed.querySelector('parsererror')).toBeNull()
  return feed
}

test("an entry has the week's result, its origin, and whether it was corrected", () => {
  const entry = parse([week]).querySelector('entry')
  expect(entry?.querySelector('id')?.textContent).toBe('https://doubloon.example/week/2026-05-28')
  expect(entry?.querySelector('title')?.textContent).toBe('Weekly report: May 25–29, 2026')
  expect(entry?.querySelector('updated')?.textContent).toBe('2026-06-03T12:00:00.000Z')
  expect(entry?.querySelector('summary')?.textContent).toBe(
    '52 of 59 payments landed in our range. $100 in each of the 59 funds paid $56.31; our estimates added up to $55.31. Estimates: 12 live, 47 backtested. Corrected on June 3, 2026.'
  )
})

test('the feed has the date of the newest change, and is valid without weeks', () => {
  const older = { ...week, thursday: '2026-05-21', updatedAt: '2026-06-04T00:00:00.000Z' }
  expect(parse([week, older]).querySelector('feed > updated')?.textContent).toBe('2026-06-04T00:00:00.000Z')
  expect(parse([]).querySelectorAll('entry')).toHaveLength(0)
})
