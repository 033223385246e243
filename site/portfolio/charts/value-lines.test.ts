import { expect, test } from 'vitest'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { PortfolioPayment } from '../positions/portfolio-payments.ts'
import { valueLines } from './value-lines.ts'

const lot = (symbol: string, shares: number, heldFrom: string, heldUntil: string | null = null) =>
  ({ symbol, shares, heldFrom, heldUntil, sale: null }) as Lot
const payment = (payDate: string, amount: number, state: PortfolioPayment['state']) =>
  ({ symbol: 'MSTY', payDate, amount, state }) as PortfolioPayment

const funds = new Map([
  [
    'MSTY',
    toHeldFund(
      makeFundData('MSTY', { '2026-06-01': 20, '2026-06-02': 21, '2026-06-03': 19, '2026-06-04': 18 })
    )
  ],
  ['XDTE', toHeldFund(makeFundData('XDTE', { '2026-06-01': 50, '2026-06-03': 51, '2026-06-04': 52 }))]
])

test('value of the shares held at each close since the first purchase, and the cash so far', () => {
  const [value, received] = valueLines(
    [lot('MSTY', 10, '2026-06-02'), lot('MSTY', 5, '2026-06-02', '2026-06-04'), lot('XDTE', 2, '2026-06-03')],
    funds,
    [
      payment('2026-06-02', 7, 'paid'),
      payment('2026-06-04', 3, 'paid'),
      payment('2026-06-04', 99, 'expected')
    ]
  )
  expect(value?.points).toEqual([
    { date: '2026-06-02', value: 15 * 21 },
    { date: '2026-06-03', value: 15 * 19 + 2 * 51 },
    { date: '2026-06-04', value: 10 * 18 + 2 * 52 }
  ])
  expect(received?.points.map((point) => point.value)).toEqual([7, 7, 10])
})

test('after everything is sold the value is zero', () => {
  const [value] = valueLines([lot('MSTY', 10, '2026-06-01', '2026-06-03')], funds, [])
  expect(value?.points).toEqual([
    { date: '2026-06-01', value: 200 },
    { date: '2026-06-02', value: 210 },
    { date: '2026-06-03', value: 0 }
  ])
})
