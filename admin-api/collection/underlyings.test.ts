import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import type { AtTheMoney, MarketData } from './sources/market-data.ts'
import { MarketDataError } from './sources/market-data.ts'
import { recordVolatility } from './underlying-volatility.ts'

const friday = new Date('2026-05-30T00:00:00Z')
const symbols = ['MSTY', 'CONY', 'NVDY']
const api = forEachTest(async () => {
  const started = await startApi({ content: symbols })
  await started.db.updateTable('fund').set({ state: 'retired' }).where('symbol', 'not in', symbols).execute()
  return started
})
const found = { value: 0.61, expiry: '2026-06-26', sourceName: 'Test market' }

/** Records the implied volatility of each underlying and returns the requested symbols. */
async function record(answer: (symbol: string) => AtTheMoney | null, now = friday): Promise<string[]> {
  const asked: string[] = []
  const market: MarketData = {
    ...makeMarket({}),
    collectAtTheMoney: async (symbol) => {
      asked.push(symbol)
      return answer(symbol)
    }
  }
  await recordVolatility({ ...api.services, market }, now, async () => undefined)
  return asked
}

const readMstr = () =>
  api.db
    .selectFrom('underlying_volatility')
    .selectAll()
    .where('underlying', '=', 'MSTR')
    .orderBy('date')
    .execute()

test('each underlying is recorded once a session with expiry and source', async () => {
  expect(await record(() => found)).toEqual(['COIN', 'MSTR', 'NVDA'])
  expect(await record(() => found)).toEqual([])
  const later = { value: 0.72, expiry: '2026-06-26', sourceName: 'Test market' }
  await record(() => later, new Date('2026-06-02T00:00:00Z'))
  const stored = { underlying: 'MSTR', expiry: '2026-06-26', source: 'Test market' }
  expect(await readMstr()).toEqual([
    { ...stored, date: '2026-05-29', value: 0.61 },
    { ...stored, date: '2026-06-01', value: 0.72 }
  ])
})

test('impossible values are not recorded, and a refusal ends the round without an error', async () => {
  const impossible = { ...found, value: 40 }
  expect(await record(() => impossible)).toHaveLength(3)
  expect(await readMstr()).toEqual([])
  const refuse = () => {
    throw new MarketDataError('The source refuses.', { blockedForMs: 0 })
  }
  expect(await record(refuse)).toEqual(['COIN'])
})
