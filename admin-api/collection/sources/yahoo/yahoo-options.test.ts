import { expect, test } from 'vitest'
import { forEachTest } from '../../../testing/fixtures.ts'
import { startYahooFixture } from '../../../testing/yahoo-market.ts'
import { makeChain, type Reply } from '../../../testing/yahoo-server.ts'
import {
  type OptionChain,
  pickExpiries,
  readChain,
  toThirtyDays,
  volatilityAtTheMoney
} from './yahoo-options.ts'

const fixture = forEachTest(() => startYahooFixture())

const expiries = ['2026-06-05', '2026-06-19', '2026-07-17'].map((day) => `${day}T00:00:00Z`)
const chainOf = (expiry: string, volatility: number) => {
  const quotes = [{ strike: 20, volatility }]
  return makeChain({ expiries, expiry: `${expiry}T00:00:00Z`, calls: quotes, puts: quotes })
}

test('implied volatility is for 30 days, interpolated between two expiries', async () => {
  fixture.yahoo.options.splice(
    0,
    1,
    chainOf('2026-06-05', 3),
    chainOf('2026-06-19', 0.8),
    chainOf('2026-07-17', 1)
  )
  // 20 and 48 days away: (18/28 x 0.64 x 20 + 10/28 x 1 x 48) / 30 = 0.84571, and its root.
  expect(await fixture.market.collectVolatility('MSTY')).toBe(0.9196)
  expect(fixture.yahoo.asked.filter((path) => path.startsWith('/v7/finance/options/MSTY'))).toHaveLength(3)
})

test('the recorded volatility is that of the nearest expiry more than 20 days away', async () => {
  // 20 days and 49 days away, seen on the evening of May 29 in New York.
  fixture.yahoo.options.splice(0, 1, chainOf('2026-06-05', 3), chainOf('2026-07-17', 0.9))
  expect(await fixture.market.collectAtTheMoney?.('MSTY')).toEqual({
    value: 0.9,
    expiry: '2026-07-17',
    sourceName: 'Yahoo Finance figures'
  })
  expect(fixture.yahoo.asked.at(-1)).toContain(`date=${Date.parse('2026-07-17') / 1000}`)
})

const prefix = 'The options of MSTY could not be collected: Yahoo Finance'
test.each<[string, Reply, string]>([
  [
    'of another symbol',
    makeChain({ symbol: 'TSLY', expiries }),
    'Yahoo Finance sent no options of MSTY that we could read.'
  ],
  [
    'in another format',
    { body: { optionChain: { result: [{ strikes: 1 }] } } },
    'Yahoo Finance sent no options of MSTY that we could read.'
  ],
  ['truncated', { body: '{"opt' }, `${prefix} sent an unreadable response.`],
  ['failed', 500, `${prefix} answered with an error (500).`],
  ['refused with a new crumb, too', 401, `${prefix} refuses its own crumb, the key to its options (401).`]
])('options %s fail with one sentence', async (_what, reply, sentence) => {
  fixture.yahoo.options.splice(0, 1, reply)
  await expect(fixture.market.collectVolatility('MSTY')).rejects.toMatchObject({
    name: 'MarketDataError',
    message: sentence,
    blockedForMs: null
  })
})

test('a refused crumb and a 429 have their own messages', async () => {
  fixture.yahoo.crumbs.push(401)
  await expect(fixture.market.collectVolatility('MSTY')).rejects.toMatchObject({
    message: `${prefix} issues no crumb, the key to its options (401); this usually ends within a day.`
  })
  fixture.yahoo.crumbs.splice(0, 1, { body: 'crumb' })
  fixture.yahoo.options.splice(0, 1, 429)
  await expect(fixture.market.collectVolatility('MSTY')).rejects.toMatchObject({
    message: `${prefix} refuses further requests for now (429).`,
    blockedForMs: 0
  })
})

test('a fund without options has no volatility', async () => {
  expect(await fixture.market.collectVolatility('MSTY')).toBeNull()
  fixture.yahoo.options.splice(0, 1, 404)
  expect(await fixture.market.collectVolatility('MSTY')).toBeNull()
})

test('an expired crumb is replaced once', async () => {
  fixture.yahoo.options.splice(0, 1, chainOf('2026-06-19', 0.7), 401, chainOf('2026-06-19', 0.7))
  expect(await fixture.market.collectVolatility('MSTY')).toBe(0.7)
  expect(await fixture.market.collectVolatility('MSTY')).toBe(0.7)
  expect(fixture.yahoo.asked.filter((path) => path.startsWith('/v1/test/getcrumb'))).toHaveLength(2)
})

const atMoney = (calls: [strike: number, volatility: number, bid?: number][], price = 20): number | null => {
  const toContract = ([strike, impliedVolatility, bid = 1]: [number, number, number?]) => ({
    strike,
    impliedVolatility,
    bid,
    ask: bid
  })
  const expirationDate = new Date('2026-06-19')
  const chain: OptionChain = {
    underlyingSymbol: 'MSTY',
    expirationDates: [expirationDate],
    quote: { regularMarketPrice: price, currency: 'USD' },
    options: [{ expirationDate, calls: calls.map(toContract), puts: [] }]
  }
  return volatilityAtTheMoney(chain)
}

test('at the money is between the two nearest strikes', () => {
  expect(
    atMoney([
      [18, 3],
      [19.5, 0.6],
      [21.5, 1],
      [22, 3]
    ])
  ).toBeCloseTo(0.7, 10) // A quarter of the way from 19.5 to 21.5.
  expect(atMoney([[20, 0.5]])).toBe(0.5)
  expect(atMoney([[19, 0.5]])).toBe(0.5)
})

test('call and put of one strike count equally', async () => {
  fixture.yahoo.options.splice(
    0,
    1,
    makeChain({
      expiries: ['2026-06-26T00:00:00Z'],
      calls: [{ strike: 20, volatility: 0.7 }],
      puts: [{ strike: 20, volatility: 0.9 }]
    })
  )
  expect(await fixture.market.collectVolatility('MSTY')).toBe(0.8)
})

test('options without a bid, far from the price or with an impossible volatility are ignored', () => {
  expect(atMoney([[20, 0.5, 0]])).toBeNull()
  expect(atMoney([[23, 0.5]])).toBeNull()
  expect(atMoney([[20, 0.00001]])).toBeNull()
  expect(atMoney([[20, 50]])).toBeNull()
  expect(atMoney([])).toBeNull()
})

test('one unreadable contract among good ones is skipped', () => {
  const contracts = [{ strike: 'x' }, null, { strike: 20, impliedVolatility: 0.5, bid: 1, ask: 1.1 }]
  const chain = readChain(
    {
      underlyingSymbol: 'MSTY',
      expirationDates: [1_781_827_200],
      quote: { regularMarketPrice: 20, currency: 'USD' },
      options: [{ expirationDate: 1_781_827_200, calls: contracts, puts: [] }]
    },
    'MSTY'
  )
  expect(chain && volatilityAtTheMoney(chain)).toBe(0.5)
})

test('the expiries around 30 days are used, but none this week or next year', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const days = (...list: string[]) => list.map((day) => new Date(`${day}T00:00:00Z`))
  const all = days('2026-06-05', '2026-06-12', '2026-06-26', '2026-07-17', '2026-08-21', '2027-01-15')
  expect(pickExpiries(all, now)).toEqual(days('2026-06-26', '2026-07-17'))
  expect(pickExpiries(days('2026-06-05', '2027-01-15'), now)).toEqual([])
  expect(pickExpiries(days('2026-07-17'), now)).toEqual(days('2026-07-17'))
})

test('a single expiry is used unchanged; without any the result is null', () => {
  expect(toThirtyDays([{ days: 12, volatility: 0.5 }])).toBe(0.5)
  expect(toThirtyDays([])).toBeNull()
})

test('two equal volatilities result in the same one for 30 days', () => {
  const points = [
    { days: 48, volatility: 0.6 },
    { days: 20, volatility: 0.6 }
  ]
  expect(toThirtyDays(points)).toBeCloseTo(0.6, 12)
})
