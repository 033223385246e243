import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-funds.ts'
import { Goal } from './Goal.tsx'

test('payments to shares of unknown cost count toward the goal', () => {
  // 1,000 shares transferred in without a cost, two payments of $0.50 each.
  const arrived = {
    id: 'a',
    type: 'transfer-in',
    account: '',
    symbol: 'MSTY',
    date: '2026-05-04',
    shares: 1000,
    price: null,
    fee: 0
  } as const
  const funds = new Map([['MSTY', toHeldFund(makeWeeklyFund())]])
  const figures = calculatePortfolio([arrived], funds, '2026-06-03')
  expect(figures.holdings.received).toBe(0)
  render(<Goal figures={figures} goal={4000} today="2026-06-03" />)
  expect(screen.getByText(/has been received/)).toHaveTextContent('$1,000.00 of $4,000.00 has been received.')
})
