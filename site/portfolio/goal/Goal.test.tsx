import { render, screen } from '@testing-library/react'
import { cleanStores } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import type { Crashes } from '../outlook/use-crashes.ts'
import { $portfolio } from '../portfolio-store.ts'
import { emptyPortfolio, savePortfolio } from '../stored-portfolio.ts'
import { Goal } from './Goal.tsx'

const today = '2026-06-03'
afterEach(() => cleanStores($portfolio))

const crashRow = 'If payments stay as low as in the worst quarter'
/** A quarter in which MSTY paid a tenth of its value, half of the $200 that are expected now. */
const halved: Crashes = {
  quarter: {
    holdings: [
      {
        crash: {
          symbol: 'MSTY',
          from: '2024-11-22',
          to: '2025-02-21',
          of: 'MSTR',
          basis: 'own',
          weeks: [{ price: 0.5, paid: 0.1 }]
        },
        value: 1000,
        taxShare: 0,
        expected: 200
      }
    ],
    left: []
  },
  'year-2022': { holdings: [], left: ['MSTY'] }
}

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
  const figures = calculatePortfolio([arrived], funds, today)
  expect(figures.holdings.received).toBe(0)
  savePortfolio({ ...emptyPortfolio, goal: 4000 })
  render(<Goal figures={figures} crashes={null} />)
  // No worst quarter is known.
  expect(screen.queryByText(crashRow)).toBeNull()
  expect(screen.getByText(/has been received/)).toHaveTextContent('$1,000.00 of $4,000.00 has been received.')
})

test('an income a month shows today’s average, its range, and the month that contributions reach it in', () => {
  const buy = {
    id: 'a',
    type: 'buy',
    account: '',
    symbol: 'MSTY',
    date: '2026-05-04',
    shares: 100,
    price: 22,
    fee: 0
  } as const
  const funds = new Map([['MSTY', toHeldFund(makeWeeklyFund())]])
  const outlook = calculatePortfolio([buy], funds, today)
  // $1,200 in 12 months, 80% range $960 to $1,320. $1,000 a month at 2% add $20 a month: $200 in the fifth month; half
  // of both, 50 + 10 n, is $200 in the fifteenth.
  const figures = {
    ...outlook,
    year: { ...outlook.year, sum: { ...outlook.year.sum, coming: 1200 }, range: { low: 960, high: 1320 } },
    yearly: [
      {
        symbol: 'MSTY',
        amount: 1200,
        priceRatio: 1,
        plan: { monthlyDollars: 1000, isReinvested: false, monthlyRate: 0.02 }
      }
    ]
  }
  savePortfolio({ ...emptyPortfolio, incomeGoal: 200 })
  render(<Goal figures={figures} crashes={halved} />)
  expect(screen.getByText(/a month, averaged over/)).toHaveTextContent(
    '$100.00 of $200.00 a month, averaged over the next 12 months (80% range $80.00 to $110.00).'
  )
  const row = (name: string) => screen.getByText(name).parentElement
  expect(row('At the average of the next 12 months')).toHaveTextContent('October 2026')
  expect(row(crashRow)).toHaveTextContent('August 2027')
})

test('an income goal that is reached today isn’t reached if payments stay as in the worst quarter', () => {
  const buy = {
    id: 'a',
    type: 'buy',
    account: '',
    symbol: 'MSTY',
    date: '2026-05-04',
    shares: 100,
    price: 22,
    fee: 0
  } as const
  const outlook = calculatePortfolio([buy], new Map([['MSTY', toHeldFund(makeWeeklyFund())]]), today)
  // $600 a month; halved $300.
  const figures = {
    ...outlook,
    year: { ...outlook.year, sum: { ...outlook.year.sum, coming: 7200 } },
    yearly: [{ symbol: 'MSTY', amount: 7200, priceRatio: 0.6, plan: undefined }]
  }
  savePortfolio({ ...emptyPortfolio, incomeGoal: 500, goal: 1 })
  render(
    <Goal
      figures={{ ...figures, funds: figures.funds.map((fund) => ({ ...fund, received: 5 })) }}
      crashes={halved}
    />
  )
  const values = (name: string) => screen.getAllByText(name).map((row) => row.parentElement?.textContent)
  expect(values('At the average of the next 12 months')).toEqual([
    'At the average of the next 12 monthsreached',
    'At the average of the next 12 monthsreached'
  ])
  expect(values(crashRow)).toEqual([`${crashRow}reached`, `${crashRow}not in 40 years`])
})
