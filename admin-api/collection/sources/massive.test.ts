import { expect, test } from 'vitest'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeDividend, makePage, massiveKey, startMassive } from '../../testing/massive-server.ts'

const fixture = forEachTest(() => startMassive())

const collect = () => fixture.source.collect(['MSTY', 'TSLY'], '2026-05-01')

test('one request covers all funds, and the key is in no URL', async () => {
  fixture.dividends.push(makePage([makeDividend(), makeDividend({ ticker: 'TSLY', pay_date: undefined })]))
  // A 10-for-1 reverse split.
  const split = {
    adjustment_type: 'reverse_split',
    execution_date: '2026-06-01',
    historical_adjustment_factor: 10,
    id: 'E1',
    split_from: 10,
    split_to: 1,
    ticker: 'MSTY'
  }
  fixture.splits.push(makePage([split]))
  expect(await collect()).toEqual({
    payments: [
      {
        symbol: 'MSTY',
        exDate: '2026-06-04',
        payDate: '2026-06-05',
        declaredOn: '2026-06-03',
        amountAsPaid: 0.3
      },
      { symbol: 'TSLY', exDate: '2026-06-04', payDate: null, declaredOn: '2026-06-03', amountAsPaid: 0.3 }
    ],
    splits: [{ symbol: 'MSTY', date: '2026-06-01', oldShares: 10, newShares: 1 }]
  })
  expect(fixture.asked.map(decodeURIComponent)).toEqual([
    '/stocks/v1/dividends?ticker.any_of=MSTY,TSLY&ex_dividend_date.gte=2026-05-01&sort=ex_dividend_date.asc&limit=5000',
    '/stocks/v1/splits?ticker.any_of=MSTY,TSLY&execution_date.gte=2026-05-01&sort=execution_date.asc&limit=5000'
  ])
  expect(fixture.keys).toEqual([`Bearer ${massiveKey}`, `Bearer ${massiveKey}`])
})

test('further pages are read; duplicates and partial payments are merged into one', async () => {
  const next = 'https://api.massive.com/stocks/v1/dividends?cursor=YWN0aXZl'
  fixture.dividends.push(
    makePage([makeDividend(), makeDividend({ id: 'again' })], next),
    makePage([makeDividend({ cash_amount: 0.05, distribution_type: 'special' })])
  )
  const { payments } = await collect()
  expect(payments).toMatchObject([{ symbol: 'MSTY', amountAsPaid: 0.35 }])
  fixture.dividends.splice(0, 2, makePage([makeDividend(), makeDividend({ distribution_type: 'special' })]))
  expect((await collect()).payments).toMatchObject([{ symbol: 'MSTY', amountAsPaid: 0.6 }])
  expect(fixture.asked[1]).toBe('/stocks/v1/dividends?cursor=YWN0aXZl')
  expect(fixture.keys[1]).toBe(`Bearer ${massiveKey}`)
})

test('rows that are not payments in dollars are dropped, the others stay', async () => {
  fixture.dividends.push(
    makePage([
      makeDividend({ currency: 'CAD' }),
      makeDividend({ cash_amount: -1 }),
      makeDividend({ ex_dividend_date: 'soon' }),
      makeDividend({ ex_dividend_date: '2026-06-11' })
    ])
  )
  expect((await collect()).payments.map(({ exDate }) => exDate)).toEqual(['2026-06-11'])
})

test.each([
  [
    'a refused key',
    { status: 401, body: { status: 'ERROR', request_id: '1', error: 'Unknown API Key' } },
    'Massive refuses the key in MASSIVE_KEY, or this request with it (401).'
  ],
  ['too many requests', 429, 'Massive refuses further requests for now (429).'],
  ['a page instead of figures', { body: '<html></html>' }, 'Massive sent an unreadable response.'],
  ['another format', { body: { results: 'none' } }, 'Massive sent an unknown format.'],
  [
    'a next page on another host, which would get the key',
    makePage([], 'https://elsewhere.example/stocks/v1/dividends?cursor=1'),
    'Massive redirects to an address that is not its own.'
  ],
  [
    'endless pages',
    makePage([], 'https://api.massive.com/stocks/v1/dividends?cursor=1'),
    'Massive sends more pages than there can be payments.'
  ]
])('%s is reported in one sentence without the key', async (_what, reply, sentence) => {
  fixture.dividends.push(reply)
  const failure = await collect().catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'MarketDataError', message: sentence })
  expect(String(failure)).not.toContain(massiveKey)
})
