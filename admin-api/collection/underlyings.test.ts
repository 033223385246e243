import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { createJobsHere } from '../testing/run-jobs-here.ts'
import { type MarketData, MarketDataError } from './sources/market-data.ts'
import { fetchUnderlyings, saveUnderlyings } from './underlyings.ts'

const friday = new Date('2026-05-30T00:00:00Z')
const symbols = ['MSTY', 'CONY', 'NVDY']
const sourceName = 'Test market'
const api = forEachTest(async () => {
  const started = await startApi({ content: symbols })
  await started.db.updateTable('fund').set({ state: 'retired' }).where('symbol', 'not in', symbols).execute()
  return started
})
const found = { value: 0.61, expiry: '2026-06-26', sourceName }

/** Collects and stores underlyings from a source with these answers; returns its requests. */
async function collect(given: Partial<MarketData>, now = friday, maxRequests = 99): Promise<string[]> {
  const requested: string[] = []
  const { collectCloses, collectAtTheMoney, collectManyCloses } = given
  const market: MarketData = {
    ...makeMarket({}),
    ...(collectManyCloses && {
      collectManyCloses: (wanted) => {
        requested.push(wanted.map(({ symbol }) => symbol).join('+'))
        return collectManyCloses(wanted)
      }
    }),
    ...(collectAtTheMoney && {
      collectAtTheMoney: (symbol) => {
        requested.push(symbol)
        return collectAtTheMoney(symbol)
      }
    }),
    ...(collectCloses && {
      collectCloses: (symbol, since) => {
        requested.push(`${symbol} ${since}`)
        return collectCloses(symbol, since)
      }
    })
  }
  const facts = await fetchUnderlyings({ ...api.services, market }, now, {
    onProgress: async () => undefined,
    mayAsk: () => requested.length < maxRequests
  })
  const { db } = api
  const { queueChange, isOwnPath } = pages
  const { log } = api.services
  const runJob = createJobsHere({
    db,
    log,
    queueChange,
    isOwnPath,
    clock: () => now,
    backupFolder: ''
  })
  await runJob(saveUnderlyings, facts)
  return requested
}

const volatilityOfMstr = () =>
  api.db
    .selectFrom('underlying_volatility')
    .selectAll()
    .where('underlying', '=', 'MSTR')
    .orderBy('date')
    .execute()
const closesOfMstr = () =>
  api.db
    .selectFrom('underlying_close')
    .select(['date', 'close'])
    .where('underlying', '=', 'MSTR')
    .orderBy('date')
    .execute()
const fileOf = (name: string) => pages.load(api.db, `/data/${name}.json`)

test('the volatility of each underlying is recorded once a session with expiry and source', async () => {
  const options = { collectAtTheMoney: async () => found }
  // The source has no closes, so only options are requested.
  expect(await collect(options)).toEqual(['COIN', 'MSTR', 'NVDA'])
  expect(await collect(options)).toEqual([])
  const later = { ...found, value: 0.72 }
  await collect({ collectAtTheMoney: async () => later }, new Date('2026-06-02T00:00:00Z'))
  const stored = { underlying: 'MSTR', expiry: '2026-06-26', source: sourceName }
  expect(await volatilityOfMstr()).toEqual([
    { ...stored, date: '2026-05-29', value: 0.61 },
    { ...stored, date: '2026-06-01', value: 0.72 }
  ])
})

test('impossible values are not recorded, and a refusal ends the collection without an error', async () => {
  expect(await collect({ collectAtTheMoney: async () => ({ ...found, value: 40 }) })).toHaveLength(3)
  expect(await volatilityOfMstr()).toEqual([])
  const refuse = async () => {
    throw new MarketDataError('The source refuses.', { blockedForMs: 0 })
  }
  expect(await collect({ collectAtTheMoney: refuse })).toEqual(['COIN'])
})

test('closes are collected in one request each, published with their source, and replaced after a split', async () => {
  expect(await fileOf('msty')).not.toHaveProperty('data.underlying_closes')
  expect(await fileOf('underlyings/mstr')).toBeNull()
  const days = ['2026-05-27', '2026-05-28', '2026-05-29', '2026-06-01']
  const report = (close: number, until: string) => ({
    collectCloses: async (_symbol: string, since: string) => ({
      closes: days.filter((date) => date >= since && date <= until).map((date) => ({ date, close })),
      sourceName
    }),
    collectAtTheMoney: async () => null
  })
  const requested = await collect(report(120, '2026-05-29'))
  // From the first day on which a fund has a close.
  expect(requested.filter((request) => request.includes(' '))).toEqual([
    expect.stringMatching(/^COIN 2023-/),
    expect.stringMatching(/^MSTR 2024-/),
    expect.stringMatching(/^NVDA 2023-/)
  ])
  expect(await fileOf('msty')).toHaveProperty('data.underlying_closes', '/data/underlyings/mstr.json')
  expect(await fileOf('underlyings/mstr')).toMatchObject({
    data: {
      ticker: 'MSTR',
      closes: days.slice(0, 3).map((date) => ({ date, close: 120, source: sourceName }))
    }
  })
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  const paths = queued.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/data/underlyings/mstr.json', '/data/msty.json', '/msty']))
  const again = await collect(report(60, '2026-06-01'), new Date('2026-06-02T00:00:00Z'))
  expect(again.filter((request) => request.startsWith('MSTR '))).toEqual([
    'MSTR 2026-05-19',
    expect.stringMatching(/^MSTR 2024-/)
  ])
  expect(await closesOfMstr()).toEqual(days.map((date) => ({ date, close: 60 })))
})

test('a short history on a new share basis replaces nothing until the complete one comes', async () => {
  const days = ['2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29', '2026-06-01']
  const report = (reported: readonly string[], close: number) => ({
    collectCloses: async (_symbol: string, since: string) => ({
      closes: reported.filter((date) => date >= since).map((date) => ({ date, close })),
      sourceName
    })
  })
  await collect(report(days.slice(0, 4), 120))
  const before = await closesOfMstr()
  expect(before).toHaveLength(4)
  const monday = new Date('2026-06-02T00:00:00Z')
  await collect(report(days.slice(3), 60), monday)
  expect(await closesOfMstr()).toEqual(before)
  await collect(report(days, 60), monday)
  expect(await closesOfMstr()).toEqual(days.map((date) => ({ date, close: 60 })))
})

test('the VIX is collected for other funds even if its own fund is closed', async () => {
  const closed = { underlying: '^VIX', state: 'closed', state_since: '2026-05-29' } as const
  await api.db.updateTable('fund').set(closed).where('symbol', '=', 'CONY').execute()
  const requested = await collect({ collectCloses: async () => ({ closes: [], sourceName }) })
  expect(requested.map((request) => request.split(' ')[0])).toEqual(['MSTR', 'NVDA', '^VIX'])
})

test('closes of an index say that they are points, not dollars', async () => {
  const day = { date: '2026-05-29', close: 17.76, source: 'Public records' }
  await api.db
    .insertInto('underlying_close')
    .values({ underlying: '^VIX', ...day })
    .execute()
  expect(await fileOf('underlyings/vix')).toMatchObject({
    data: { units: expect.stringMatching(/^Closes are points of the index, not dollars\./), closes: [day] }
  })
})

test('closes of data/ are completed by a live source from the first day of a fund on', async () => {
  const older = { underlying: 'MSTR', date: '2026-05-28', close: 100, source: 'Public records' }
  await api.db.insertInto('underlying_close').values(older).execute()
  const closes = [
    { date: '2026-05-28', close: 100.1 },
    { date: '2026-05-29', close: 120 }
  ]
  const requested = await collect({ collectCloses: async () => ({ closes, sourceName }) })
  expect(requested.filter((request) => request.startsWith('MSTR'))).toEqual([
    expect.stringMatching(/^MSTR 2024-/)
  ])
  expect(await fileOf('underlyings/mstr')).toMatchObject({
    data: { closes: closes.map((close) => ({ ...close, source: sourceName })) }
  })
})

test('closes of all symbols need one request, missing ones are requested one by one, options last', async () => {
  const closes = [{ date: '2026-05-29', close: 120 }]
  const source = {
    collectManyCloses: async () => new Map([['MSTR', { closes, sourceName }]]),
    collectCloses: async () => ({ closes, sourceName }),
    collectAtTheMoney: async () => found
  }
  const requested = await collect(source)
  expect(requested.map((request) => request.split(' ')[0])).toEqual([
    expect.stringMatching(/^(?:COIN|MSTR|NVDA)(?:\+\w+){2}$/),
    ...['COIN', 'NVDA', 'COIN', 'MSTR', 'NVDA']
  ])
  expect(await collect(source)).toEqual([])
})

test('without requests left nothing else is requested, and the options that waited longest come first', async () => {
  const options = { collectAtTheMoney: async () => found }
  expect(await collect(options, friday, 1)).toEqual(['COIN'])
  expect(await collect(options, new Date('2026-06-02T00:00:00Z'), 2)).toEqual(['MSTR', 'NVDA'])
  expect(await collect(options, new Date('2026-06-03T00:00:00Z'), 1)).toEqual(['COIN'])
  const failing = {
    collectManyCloses: async () => {
      throw new MarketDataError('The source has no such address.')
    },
    collectCloses: async () => ({ closes: [{ date: '2026-06-03', close: 120 }], sourceName })
  }
  const requested = await collect(failing, new Date('2026-06-04T00:00:00Z'), 2)
  expect(requested.map((request) => request.split(' ')[0])).toEqual([expect.stringContaining('+'), 'COIN'])
})
