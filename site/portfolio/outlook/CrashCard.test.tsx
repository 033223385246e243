import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { makeComing, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { CrashCard } from './CrashCard.tsx'
import { listCrashes } from './use-crashes.ts'

const first = '2024-01-05'
const today = '2025-01-13'
const bought = { id: 'a', type: 'buy', account: '', date: first, price: 20, fee: 0 } as const

/** A fund without an underlying: $20 for 20 weeks, $10 after a fall of 13 weeks, and $10 until January 10, 2025. */
function makeFallen(symbol: string, weeks = 54) {
  const closes = Array.from({ length: weeks }, (_, week) => [
    addDays(first, 7 * (week + 54 - weeks)),
    20 - (10 / 13) * Math.min(13, Math.max(0, week - 19))
  ])
  return toHeldFund(
    makeFundData(symbol, Object.fromEntries(closes), {
      // $0.10 on Thursdays.
      payments: closes.map(([day]) => ({
        ex_date: addDays(String(day), -1),
        ex_date_basis: 'source',
        pay_date: String(day),
        pay_date_basis: 'source',
        amount: 0.1,
        amount_as_paid: 0.1,
        is_residual: false,
        return_of_capital: null
      })),
      upcoming: makeComing('2025-01-16', { amount: 0.1, low: 0.1, high: 0.1 })
    })
  )
}

test('the worst quarter is described in a sentence, with taxes, a chart and a table, and funds without data are named', () => {
  const funds = new Map(
    [makeFallen('MSTY'), makeFallen('ULTY', 10)].map((fund) => [fund.symbol, fund] as const)
  )
  const figures = calculatePortfolio(
    [
      { ...bought, symbol: 'MSTY', shares: 100 },
      { ...bought, id: 'b', symbol: 'ULTY', shares: 100 }
    ],
    funds,
    today
  )
  const crashes = listCrashes(figures, { taxPercent: 25 }, () => null)
  render(<CrashCard crashes={crashes} />)
  const quarter = within(screen.getByRole('region', { name: 'The worst quarter' }))
  // $1,000 are worth half after 13 weeks. 13 payments were $0.10 at a price of $20, so half as much a dollar as now: $65
  // instead of $130, and a quarter of it is tax.
  expect(quarter.getByText(/came again/)).toHaveTextContent(
    'If the worst 13 weeks of MSTY (May 2024 to August 2024) came again: $1,000.00 become $500.00, and payments of $65.00 arrive, 50% less than the $130.00 expected now. Taxes on them: $16.25.'
  )
  expect(quarter.getByRole('img', { name: /^The worst quarter: \$1,000\.00 become \$500\.00/ })).toBeVisible()
  expect(quarter.getByText(/^Not included/)).toHaveTextContent(
    'Not included: ULTY, with too few weeks of prices here.'
  )
  const year = within(screen.getByRole('region', { name: '2022 again' }))
  expect(year.getByText(/^Not included/)).toHaveTextContent(
    'Not included: MSTY and ULTY. The prices here of these funds and their underlyings begin after 2022 did.'
  )
  expect(year.queryByRole('img')).toBeNull()
})

test('without holdings there is no crash', () => {
  const { container } = render(
    <CrashCard crashes={{ quarter: { holdings: [], left: [] }, 'year-2022': { holdings: [], left: [] } }} />
  )
  expect(container).toBeEmptyDOMElement()
})
