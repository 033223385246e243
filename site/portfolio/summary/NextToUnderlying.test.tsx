import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { NextToUnderlying } from './NextToUnderlying.tsx'

const today = '2026-06-03'
const bought = {
  id: 'a',
  type: 'buy',
  account: '',
  date: '2026-05-04',
  shares: 100,
  price: 22,
  fee: 0
} as const

function show(symbols: readonly string[], closesPath?: string, ticker = 'MSTR') {
  const underlying = { ticker, name: 'Strategy' }
  const data = { ...makeWeeklyFund(), underlying, ...(closesPath && { underlying_closes: closesPath }) }
  const funds = new Map(symbols.map((symbol) => [symbol, toHeldFund({ ...data, symbol })]))
  const transactions = symbols.map((symbol) => ({ ...bought, id: symbol, symbol }))
  render(<NextToUnderlying figures={calculatePortfolio(transactions, funds, today)} />)
}

test('without closes of the underlying, a note explains why there is no table', () => {
  show(['MSTY', 'MSTZ'])
  expect(screen.getByRole('region', { name: 'Next to the underlying' })).toHaveTextContent(
    'There are no prices of MSTR in the data here, so MSTY and MSTZ can’t be compared. They come with live data.'
  )
  expect(screen.queryByRole('table')).toBeNull()
})

test('a fund on an index, which nobody can buy, is not compared', () => {
  show(['SVOL'], '/data/underlyings/vix.json', '^VIX')
  expect(screen.queryByRole('region')).toBeNull()
})

test('the same dollars in the underlying are shown next to the fund', async () => {
  const server = startFakeServer()
  const closes = [
    { date: '2026-05-04', close: 200, source: 'Test' },
    { date: today, close: 180, source: 'Test' }
  ]
  server.always('/data/underlyings/mstr.json', {
    ticker: 'MSTR',
    name: 'Strategy',
    units: '',
    terms: '',
    closes
  })
  show(['MSTY'], '/data/underlyings/mstr.json')
  // 2,200 dollars: 100 shares at $20 and two payments of $50; 11 shares of MSTR at $180.
  expect(await screen.findByRole('row', { name: /^MSTY/ })).toHaveTextContent(
    'MSTY$2,200.00$2,100.00 −4.5%$1,980.00 MSTR −10.0%'
  )
})
