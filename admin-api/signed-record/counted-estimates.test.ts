import { expect, test } from 'vitest'
import { listScoredOnce } from './counted-estimates.ts'

const row = (origin: 'live' | 'replayed', exDate: string, actual: number | null = 1) => ({
  symbol: 'MSTY',
  ex_date: exDate,
  paid_ex_date: actual === null ? null : exDate,
  origin,
  as_of: '2026-05-01',
  version: 0,
  made_at: '2026-05-01T22:15:00.000Z',
  actual
})

test('a payment with live and backtested estimates counts once, as live', () => {
  const rows = [
    row('live', '2026-05-21'),
    row('replayed', '2026-05-21'),
    row('replayed', '2026-05-07'),
    row('live', '2026-05-28', null)
  ]
  expect(listScoredOnce(rows).map(({ paid_ex_date, origin }) => [paid_ex_date, origin])).toEqual([
    ['2026-05-07', 'replayed'],
    ['2026-05-21', 'live']
  ])
})
