import { expect, test } from 'vitest'
import { detailsOf, readable } from './code-words.ts'

test('log codes become words', () => {
  expect(readable('BULK_OPERATION')).toBe('Bulk operation')
  expect(readable('payment_date')).toBe('Payment date')
})

test('details are one row per value, at any depth', () => {
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
    { name: 'Before, days, paid', value: '05/29/2026' },
    { name: 'Tickers', value: 'ABNY, DISO' },
    { name: 'Errors', value: '{"ticker":"MSTY"}' },
    { name: 'After', value: 'none' },
    { name: 'Skipped', value: 'none' }
  ])
})
