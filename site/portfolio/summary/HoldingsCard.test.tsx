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

test('fees are those of the value held today, and funds without a known ratio are named', () => {
  const bought = { account: '', date: '2026-05-04', fee: 0, type: 'buy', price: 22 } as const
  const ratio = { percent: 0.99, as_of: '2026-02-27', source: 'Prospectus', caution: null }
  const known = { ...makeWeeklyFund(), expense_ratio: ratio }
  const figures = calculatePortfolio(
    [
      { ...bought, id: 'a', symbol: 'MSTY', shares: 100 },
      { ...bought, id: 'b', symbol: 'TSLY', shares: 10 }
    ],
    new Map([
      ['MSTY', toHeldFund(known)],
      ['TSLY', toHeldFund({ ...known, symbol: 'TSLY', expense_ratio: null })]
    ]),
    '2026-06-03'
  )
  render(<HoldingsCard figures={figures} />)
  // 100 x $20 x 0.99 %.
  const [fees] = screen.getAllByText(/^Fees inside the funds/)
  expect(fees).toHaveTextContent('Fees inside the funds, a year at this value, without TSLY (unknown)')
  expect(fees?.parentElement).toHaveTextContent(/\$19\.80$/)
})
