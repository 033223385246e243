import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { HoldingsCard } from './HoldingsCard.tsx'

test('payments to shares of unknown cost pay back no cost', () => {
  const trade = { account: '', symbol: 'MSTY', date: '2026-05-04', fee: 0 } as const
  const figures = calculatePortfolio(
    [
      { ...trade, id: 'a', type: 'buy', shares: 100, price: 22 },
      { ...trade, id: 'b', type: 'transfer-in', shares: 900, price: null }
    ],
    new Map([['MSTY', toHeldFund(makeWeeklyFund())]]),
    '2026-06-03'
  )
  render(<HoldingsCard figures={figures} />)
  // 100 shares, $0.50 a week for 52 weeks; two payments of $50 came already.
  expect(screen.getByText(/of the cash you paid in is back/)).toHaveTextContent(
    '$100.00 of $2,200.00, without reinvested payments. At $2,600.00 a year'
  )
})
