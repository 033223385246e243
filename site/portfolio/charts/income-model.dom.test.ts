import { expect, test } from 'vitest'
import type { PaymentState, PortfolioPayment } from '../positions/portfolio-payments.ts'
import { incomeLines, incomeModel } from './income-model.ts'

const pay = (
  symbol: string,
  payDate: string,
  amount: number,
  state: PaymentState = 'paid'
): PortfolioPayment => ({
  symbol,
  isOwn: false,
  exDate: payDate,
  ownBy: payDate,
  payDate,
  state,
  shares: 100,
  perShare: amount / 100,
  amount,
  range: null
})

test('twelve months before this one and twelve from it on, paid, declared and expected apart', () => {
  const model = incomeModel(
    [
      pay('MSTY', '2025-06-30', 1), // a month too early
      pay('MSTY', '2025-07-01', 10),
      pay('MSTY', '2025-07-08', 12),
      pay('MSTY', '2026-07-09', 9, 'declared'),
      pay('MSTY', '2026-07-16', 8, 'estimated'),
      pay('MSTY', '2026-07-23', 7, 'projected'),
      pay('MSTY', '2026-07-02', 5, 'expected'),
      pay('MSTY', '2027-06-30', 4, 'projected'),
      pay('MSTY', '2027-07-01', 2, 'projected') // a month too late
    ],
    '2026-07-08'
  )
  expect(model.positions).toHaveLength(24)
  expect(model.positions[0]).toMatchObject({
    name: 'July 2025',
    figures: [
      { name: 'All funds', text: '$22.00' },
      { name: 'MSTY, paid', text: '$22.00' }
    ]
  })
  expect(model.positions[12]).toMatchObject({
    name: 'July 2026',
    figures: [
      { name: 'All funds', text: '$29.00' },
      { name: 'MSTY, declared', text: '$9.00' },
      { name: 'MSTY, expected', text: '$20.00' }
    ]
  })
  expect(model.positions[23]?.name).toBe('June 2027')
  expect(
    model.series.map((series) => [series.id, series.kind === 'bars' && series.pattern, series.values[12]])
  ).toEqual([
    ['MSTY', 'solid', 0],
    ['MSTY', 'hatched', 9],
    ['MSTY', 'dotted', 20]
  ])
  expect(model.across.ticks(0, 23).map(({ text }) => text)).toEqual(
    'Jul Aug Sep Oct Nov Dec 2026 Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec 2027 Feb Mar Apr May Jun'.split(
      ' '
    )
  )
})

test('funds by income, and the smallest of more than five as one', () => {
  const payments = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol, i) => pay(symbol, '2026-05-01', 10 + i))
  const names = (list: PortfolioPayment[]) => incomeModel(list, '2026-07-08').series.map(({ name }) => name)
  expect(names(payments.slice(0, 5))).toEqual(['E', 'D', 'C', 'B', 'A'])
  expect(names(payments)).toEqual(['F', 'E', 'D', 'C', 'Others'])
  const others = incomeModel(payments, '2026-07-08').series.at(-1)
  expect(others?.values[10]).toBe(10 + 11)
})

test('months without income have a zero and no fund', () => {
  const { positions, series } = incomeModel([pay('MSTY', '2026-05-01', 10)], '2026-07-08')
  expect(positions[0]?.figures).toEqual([{ name: 'All funds', text: '$0.00' }])
  expect(series).toHaveLength(1)
})

test('covered and own income stay apart, in the chart, its figures and the CSV', () => {
  const own = ['X', 'Y', 'Z'].map((symbol, i) => ({ ...pay(symbol, '2026-05-04', 1 + i), isOwn: true }))
  const covered = ['A', 'B', 'C', 'D'].map((symbol, i) => pay(symbol, '2026-05-01', 10 + i))
  const due = { ...pay('Z', '2026-08-03', 2, 'estimated'), isOwn: true }
  const { series, positions } = incomeModel([...covered, ...own, due], '2026-07-08')
  expect(series.map(({ name }) => name)).toEqual(['D', 'C', 'Others', 'Z', 'Z', 'Other holdings'])
  expect(positions[10]?.figures.slice(0, 3)).toEqual([
    { name: 'All holdings', text: '$52.00' },
    { name: 'Funds we cover', text: '$46.00' },
    { name: 'Other holdings', text: '$6.00' }
  ])
  expect(incomeLines([...covered.slice(0, 1), ...own.slice(2), due], '2026-07-08')).toEqual([
    ['month', 'symbol', 'source', 'paid', 'declared', 'estimated', 'projected', 'not_confirmed'],
    ['2026-05', 'A', 'covered', 10, 0, 0, 0, 0],
    ['2026-05', 'Z', 'own rows', 3, 0, 0, 0, 0],
    ['2026-08', 'Z', 'own rows', 0, 0, 2, 0, 0]
  ])
})
