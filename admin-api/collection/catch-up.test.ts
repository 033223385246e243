import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { MarketDataError } from './sources/market-data.ts'

const symbols = ['MSTY', 'SMCY']
const requested: string[] = []
/** Whether SMCY was stored before MSTY was fetched. */
let wasStored = false
const api = forEachTest(() =>
  startApi({
    content: symbols,
    services: {
      clock: () => new Date('2026-06-05T21:00:00Z'),
      market: {
        ...makeMarket({}),
        collectFund: async (symbol) => {
          requested.push(symbol)
          if (symbol === 'MSTY')
            wasStored =
              (await api.db
                .selectFrom('price')
                .select('date')
                .where('symbol', '=', 'SMCY')
                .where('date', '=', '2026-06-05')
                .executeTakeFirst()) !== undefined
          if (!symbols.includes(symbol)) throw new MarketDataError(`${symbol} is not reported.`)
          const stored = await reportStored(api.db, symbol)
          const last = stored.prices.at(-1)?.close ?? 0
          return { ...stored, prices: [...stored.prices, { date: '2026-06-05', close: last }] }
        }
      }
    }
  })
)

test('after a long pause the most searched funds are collected and stored before all others', async () => {
  const day = { day: '2026-06-04', latest_at: '2026-06-04T12:00:00Z' }
  await api.db
    .insertInto('search_count')
    .values({ symbol: 'SMCY', searches: 9, ...day })
    .execute()
  await api.services.collector.collectMissed()
  expect(requested[0]).toBe('SMCY')
  expect(requested.filter((symbol) => symbol === 'SMCY')).toHaveLength(1)
  expect(requested.length).toBeGreaterThan(40)
  expect(wasStored).toBe(true)
})
