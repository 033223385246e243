import { expect, test } from 'vitest'
import { forEachTest } from '../../../testing/fixtures.ts'
import { makeDividends, makeTrades, startNasdaq, unknownToNasdaq } from '../../../testing/nasdaq-server.ts'
import { MarketDataError, UnknownFundError } from '../market-data.ts'

const fixture = forEachTest(() => startNasdaq())
const collect = () => fixture.nasdaq.market.collectFund('MSTY', '2026-05-20')

test('closes and payments have ISO days, oldest first, and requests look like those of a browser', async () => {
  fixture.closes.push(
    makeTrades(
      'MSTY',
      [
        ['2026-05-28', 20.1],
        ['2026-05-29', 1020.04]
      ].map(([day, close]) => [String(day), Number(close)])
    )
  )
  fixture.dividends.push(
    makeDividends([
      { exDate: '2026-05-14', amount: 0.3 },
      { exDate: '2026-05-28', amount: 0.4735, payDate: '2026-05-29', declaredOn: '2026-05-27' },
      { exDate: '2026-06-04', amount: 0.5, payDate: '2026-06-05', declaredOn: '2026-05-29' }
    ])
  )
  expect(await collect()).toEqual({
    prices: [
      { date: '2026-05-28', close: 20.1 },
      { date: '2026-05-29', close: 1020.04 }
    ],
    // The announced payment of June is a second opinion, not a payment.
    payments: [{ exDate: '2026-05-28', payDate: '2026-05-29', amount: 0.4735, isAsPaid: true }],
    splits: []
  })
  expect(fixture.asked).toEqual([
    '/api/quote/MSTY/historical?assetclass=etf&fromdate=2026-05-20&todate=2026-05-29&limit=9999',
    '/api/quote/MSTY/dividends?assetclass=etf'
  ])
  expect(fixture.agents.every((agent) => agent?.startsWith('Mozilla/5.0'))).toBe(true)
})

test('the second opinion includes announced payments and requests nothing twice', async () => {
  fixture.closes.push(makeTrades('MSTY', [['2026-05-29', 20]]))
  const announced = { exDate: '2026-06-04', amount: 0.5, payDate: '2026-06-05', declaredOn: '2026-05-29' }
  fixture.dividends.push(makeDividends([announced]), unknownToNasdaq)
  await collect()
  expect(await fixture.nasdaq.second.collect(['MSTY', 'NEWX'], '2026-05-01')).toEqual([
    {
      symbol: 'MSTY',
      exDate: '2026-06-04',
      payDate: '2026-06-05',
      declaredOn: '2026-05-29',
      amountAsPaid: 0.5,
      decimals: 1
    }
  ])
  expect(fixture.asked.filter((path) => path.includes('/MSTY/dividends'))).toHaveLength(1)
})

test('a special payment that equals the regular one counts, a repeated row does not', async () => {
  const regular = { exDate: '2026-05-28', amount: 0.3 }
  fixture.closes.push(makeTrades('MSTY', [['2026-05-29', 20]]))
  fixture.dividends.push(makeDividends([regular, regular, { ...regular, type: 'Special Cash' }]))
  expect((await collect()).payments).toMatchObject([{ exDate: '2026-05-28', amount: 0.6 }])
})

test('a close with a thousands separator is read, rows in an unknown format are dropped', async () => {
  fixture.dividends.push(makeDividends([]))
  const rows = [
    { date: '05/29/2026', close: '$1,020.50' },
    { date: 'N/A', close: '$3' },
    { date: '05/28/2026' }
  ]
  fixture.closes.push({
    body: { data: { tradesTable: { rows } }, status: { rCode: 200, bCodeMessage: null } }
  })
  expect((await collect()).prices).toEqual([{ date: '2026-05-29', close: 1020.5 }])
})

test('an unknown symbol, a refusal and a response in another format are distinguished', async () => {
  fixture.closes.push(unknownToNasdaq, 403, { body: { hello: 'there' } })
  await expect(collect()).rejects.toThrow(UnknownFundError)
  await expect(collect()).rejects.toMatchObject({
    blockedForMs: 0,
    message: 'MSTY could not be collected: Nasdaq answered with an error (403).'
  })
  await expect(collect()).rejects.toThrow(MarketDataError)
})

test('after three 429 responses the error has the pause from Retry-After', async () => {
  fixture.closes.push({ status: 429, headers: { 'retry-after': '7' }, body: '' })
  await expect(collect()).rejects.toMatchObject({ blockedForMs: 7000, isUnreachable: false })
  expect(fixture.asked).toHaveLength(3)
})

test('the list of all funds names symbols and funds', async () => {
  const rows = [
    { symbol: 'ULTY', companyName: 'YieldMax Ultra Option Income Strategy ETF', lastSalePrice: '$5.1' },
    { symbol: 'MSTY', companyName: 'YieldMax MSTR Option Income Strategy ETF' }
  ]
  fixture.list.push({
    body: { data: { dataAsOf: null, data: { rows } }, status: { rCode: 200, bCodeMessage: null } }
  })
  expect(await fixture.nasdaq.listFunds()).toEqual([
    { symbol: 'MSTY', name: 'YieldMax MSTR Option Income Strategy ETF' },
    { symbol: 'ULTY', name: 'YieldMax Ultra Option Income Strategy ETF' }
  ])
})
