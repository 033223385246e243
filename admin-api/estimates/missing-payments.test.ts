import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { readRealFacts } from '../testing/may-facts.ts'
import { findMissingPayments, formatMissing } from './missing-payments.ts'

const facts = readRealFacts()
const historyOf = (symbol: string) =>
  [
    facts.dividends
      .filter((row) => row.symbol === symbol)
      .map(({ ex_date, pay_date, amount }) => ({ exDate: ex_date, payDate: pay_date, amount })),
    facts.returnOfCapital
      .filter((row) => row.symbol === symbol && row.kind === '19a')
      .map(({ ex_date_or_year }) => ex_date_or_year)
  ] as const

const none = { last: '', lastNotice: null, hole: null, pricesEnd: null }

const weekly = Array.from({ length: 20 }, (_, i) => {
  const exDate = addDays('2026-01-08', 7 * i)
  return { exDate, payDate: addDays(exDate, 1), amount: 0.2 }
})

test('notices after the last payment, or a hole before it, show that payments are missing', () => {
  const missing = ['ABNY', 'DISO', 'FEAT', 'FIVY'].map((symbol) =>
    formatMissing(symbol, findMissingPayments(...historyOf(symbol), '2025-04-03') ?? none)
  )
  expect(missing).toEqual([
    'Payments of ABNY are missing here: the last we have is from February 12, 2026, and none is stored between September 18, 2025 and January 2, 2026, so there is no estimate.',
    'Payments of DISO are missing here: the last we have is from February 12, 2026, but its issuer’s notices run to June 11, 2026, and none is stored between September 25, 2025 and January 2, 2026, so there is no estimate.',
    'Payments of FEAT are missing here: the last we have is from February 11, 2026, and none is stored between October 2, 2025 and December 31, 2025, so there is no estimate.',
    'Payments of FIVY are missing here: the last we have is from February 11, 2026, and none is stored between October 2, 2025 and December 31, 2025, so there is no estimate.'
  ])
})

test('a fund whose payments simply end, as of a closed fund, has none missing', () => {
  expect(findMissingPayments([], [], undefined)).toBeNull()
  expect(findMissingPayments(weekly, [], '2026-05-21')).toBeNull()
  // The notice of the last payment may name another day of its week.
  expect(findMissingPayments(weekly, ['2026-05-21', '2026-05-25'], undefined)).toBeNull()
  expect(findMissingPayments(weekly, ['2026-05-28'], undefined)).toMatchObject({
    lastNotice: '2026-05-28',
    hole: null
  })
  const skipped = weekly.filter((_, i) => i < 8 || i > 11) // five weeks
  expect(findMissingPayments(skipped, [], '2026-05-08')).toBeNull()
  const incomplete = weekly.filter((_, i) => i < 8 || i > 14)
  expect(findMissingPayments(incomplete, [], undefined)).toMatchObject({
    hole: { from: '2026-02-26', to: '2026-04-23' }
  })
})

test('a fund that paid long after its last price did not close when its payments end: FEAT on December 24, 2025', () => {
  const [payments, notices] = historyOf('FEAT')
  const known = payments.filter(({ exDate }) => exDate < '2025-12-24')
  const missing = findMissingPayments(
    known,
    notices.filter((day) => day < '2025-12-24'),
    '2025-04-03'
  )
  expect(formatMissing('FEAT', missing ?? none)).toBe(
    'Payments of FEAT are missing here: the last we have is from October 2, 2025, and our prices end on April 3, 2025, so there is no estimate.'
  )
})
