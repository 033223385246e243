import { expect, test } from 'vitest'
import { detailsOf, formatMoment, readable } from './log-words.ts'

test('a moment is written on the clock of the reader, with its time zone', () => {
  expect(formatMoment('2026-06-01T16:05:09.123Z', 'UTC')).toBe('1 Jun 2026, 16:05:09 UTC')
  expect(formatMoment('2026-06-01T22:05:09.123Z', 'Europe/Berlin')).toBe('2 Jun 2026, 00:05:09 CEST')
  expect(formatMoment('never')).toBe('never')
})

test('names of the wire become words', () => {
  expect(readable('BULK_OPERATION')).toBe('Bulk operation')
  expect(readable('payment_date')).toBe('Payment date')
})

test('details are one row a figure, however deep they stand', () => {
  expect(
    detailsOf({
      records: 2,
      dry_run: false,
      before: { actual_dividend: null, days: { paid: '2026-05-29' } },
      tickers: ['ABNY', 'DISO'],
      errors: [{ ticker: 'MSTY' }],
      after: {},
      skipped: []
    })
  ).toEqual([
    { name: 'Records', value: '2' },
    { name: 'Dry run', value: 'no' },
    { name: 'Before, actual dividend', value: '–' },
    { name: 'Before, days, paid', value: '2026-05-29' },
    { name: 'Tickers', value: 'ABNY, DISO' },
    { name: 'Errors', value: '{"ticker":"MSTY"}' },
    { name: 'After', value: 'none' },
    { name: 'Skipped', value: 'none' }
  ])
})
