import { expect, test } from 'vitest'
import { type ShownEstimate, scoreAhead, summarizeAhead } from './days-ahead.ts'

const knownAt = '2026-06-18T13:30:00.000Z'

/** An estimate shown since so many days before the amount was known. */
function shown(days: number, amount: number): ShownEstimate {
  return { amount, shownAt: new Date(Date.parse(knownAt) - days * 86_400_000).toISOString() }
}

const score = (estimates: ShownEstimate[], amount = 1) => scoreAhead(estimates, { amount, knownAt })

test('errors 1 to 14 days ahead and the days within 10 %, counted by hand', () => {
  const estimates = [shown(20, 1.3), shown(12, 1.15), shown(6.5, 1.08), shown(2, 0.95)]
  // Days 1, 2, 3, 5, 7, 10 and 14: a version counts from the instant on at which it was shown.
  const errors = [-5, -5, 8, 8, 15, 15, 30].map((error) => expect.closeTo(error, 9))
  expect(score(estimates)).toMatchObject({ daysRight: 6.5, errors })
  // June 18, 2026 is a Thursday, so Monday is three days before; Friday is six.
  const week = [8, -5, -5, -5, 8, 8, 8].map((error) => expect.closeTo(error, 9))
  expect(score(estimates)?.weekdayErrors).toEqual(week)
})

test('a version that was far off ends the days before it', () => {
  expect(score([shown(20, 1), shown(3, 1.2), shown(1, 1.05)])?.daysRight).toBe(1)
  expect(score([shown(20, 1), shown(0.5, 1.2)])?.daysRight).toBe(0)
})

test('an estimate that was right all the time has at most 14 days', () => {
  expect(score([shown(40, 1), shown(1, 1.01)])?.daysRight).toBe(14)
})

test('an estimate that is corrected when the amount is known, or later, does not count', () => {
  const before = [shown(20, 1.3), shown(1, 1.3)]
  expect(score([...before, shown(0, 1), shown(-1, 1)])).toEqual(score(before))
})

test('a payment that was declared on the day on which it became the next one has the estimate of the one before', () => {
  // Its own first estimate was made an hour after the declaration.
  expect(score([shown(15, 0.96), shown(-1 / 24, 2)])).toMatchObject({
    daysRight: 14,
    errors: new Array(7).fill(expect.closeTo(-4, 9))
  })
})

test('without an estimate 14 days before nothing is scored', () => {
  expect(score([])).toBeNull()
  expect(score([shown(13.9, 1), shown(1, 1)])).toBeNull()
  expect(score([shown(14, 1)])).not.toBeNull()
})

test('a payment of zero is never within 10 %', () => {
  expect(score([shown(20, 0.1)], 0)).toMatchObject({ daysRight: 0, errors: new Array(7).fill(300) })
})

test('figures are medians of all payments and of each family in order; families without payments are left out', () => {
  const paid = (family: string, daysRight: number, error: number, knownBy: 'declaration' | 'ex-date') => {
    const errors = new Array<number>(7).fill(error)
    return { family, daysRight, errors, weekdayErrors: errors, knownBy }
  }
  const families = ['defiance', 'kurv', 'graniteshares'].map((id) => ({ id, name: `Funds of ${id}` }))
  const summary = summarizeAhead(
    [
      paid('graniteshares', 14, 1, 'declaration'),
      paid('defiance', 2, -20, 'ex-date'),
      paid('graniteshares', 5, -3, 'declaration')
    ],
    families
  )
  expect(summary?.all).toMatchObject({ n: 3, daysRight: 5 })
  expect(summary?.all.errors[0]).toEqual({ days: 1, percent: 3 })
  expect(summary?.all.errors.at(-1)).toEqual({ days: 14, percent: 3 })
  expect(summary?.all.weekdays).toEqual(new Array(7).fill(8))
  expect(summary?.declared).toBe(2)
  expect(summary?.families.map(({ name, n, daysRight }) => [name, n, daysRight])).toEqual([
    ['Funds of defiance', 1, 2],
    ['Funds of graniteshares', 2, 9.5]
  ])
  expect(summarizeAhead([], families)).toBeNull()
})
