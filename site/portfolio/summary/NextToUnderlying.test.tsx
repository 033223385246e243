import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { HoldingsCard } from './HoldingsCard.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'
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

test('a fund has one return: in holdings, total and next to the underlying, of the dollars paid in', async () => {
  const server = startFakeServer()
  const closes = [
    { date: '2026-05-04', close: 200, source: 'Test' },
    { date: today, close: 180, source: 'Test' }
  ]
  const file = '/data/underlyings/coin.json'
  server.always(file, { ticker: 'COIN', name: 'Coinbase', units: '', terms: '', closes })
  const data = { ...makeWeeklyFund(), underlying: { ticker: 'COIN', name: 'Coinbase' } }
  const index = { ticker: '^SPX', name: 'S&P 500' }
  const funds = new Map([
    ['CONY', toHeldFund({ ...data, symbol: 'CONY', underlying_closes: file })],
    ['XDTE', toHeldFund({ ...data, symbol: 'XDTE', underlying: index })]
  ])
  const reinvested = {
    type: 'reinvest',
    account: '',
    date: '2026-05-15',
    shares: 20,
    price: 20,
    fee: 0
  } as const
  const figures = calculatePortfolio(
    [
      { ...bought, id: 'a', symbol: 'CONY' },
      { ...reinvested, id: 'b', symbol: 'CONY' },
      { ...bought, id: 'c', symbol: 'XDTE', shares: 1 }
    ],
    funds,
    today
  )
  render(
    <>
      <HoldingsTable figures={figures} isWhole={false} offersCloses={false} FundTransactions={undefined} />
      <HoldingsCard figures={figures} />
      <NextToUnderlying figures={figures} />
    </>
  )
  const beside = await screen.findByRole('table', { name: 'Your dollars in each fund and in its underlying' })
  const holdings = within(screen.getByRole('region', { name: 'My holdings' }))
  const percent = /[+−][\d.]+%/
  const [inHoldings] = percent.exec(holdings.getByRole('row', { name: /^CONY/ }).textContent) ?? []
  const [besideUnderlying] =
    percent.exec(within(beside).getByRole('row', { name: /^CONY/ }).textContent) ?? []
  // $2,200 paid in; 120 shares at $20, $120 received, $400 of cost that payments made: -$80 of $2,200.
  expect([inHoldings, besideUnderlying]).toEqual(['−3.6%', '−3.6%'])
  const total = holdings.getByRole('row', { name: /^All funds/ }).textContent
  const card = screen.getByRole('region', { name: 'Cost and return' }).textContent
  expect(percent.exec(card)?.[0]).toBe(percent.exec(total)?.[0])
  expect(card).toContain('Paid in, without reinvested payments$2,222.00')
  expect(screen.getByText(/^Not compared/)).toHaveTextContent('XDTE')
})
