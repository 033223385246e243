import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { writePause, writeSecondSource, writeSourceFault } from '../../collection/source-state.db.ts'
import { MarketDataError } from '../../collection/sources/market-data.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { figuresOfMay } from '../../testing/figures-of-may.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { isOnPostgres, seededAt } from '../../testing/seeded-file.ts'
import { startApi, type TestApi, type TestOptions } from '../../testing/start-api.ts'
import { probeMarketData } from './probes.ts'

const path = '/api/admin/system/connections'
let api: TestApi

afterEach(() => api.stop())

async function start(services: TestOptions['services'] = {}): Promise<void> {
  api = await startApi({ isSeeded: false, services })
  await api.db.insertInto('fund').values(makeFund()).execute()
  await api.db.insertInto('price').values(makeClose()).execute()
}

async function read() {
  return api.get(path, await api.signIn())
}

test('every part that works is reported with what it holds', async () => {
  await start()
  const { status, body } = await read()
  expect([status, body]).toEqual([
    200,
    {
      database: { status: 'ok', detail: 'The database can be read and written; it holds 1 fund.' },
      market_data: {
        status: 'ok',
        detail: 'Public records: the newest day in the data is 29 May 2026, the last session.'
      },
      second_source: null,
      publisher: { status: 'ok', detail: 'Every page is up to date.' },
      renderer: { status: 'ok', detail: 'Pages can be drawn.' },
      backups: { status: 'ok', detail: 'The first backup is made at 3:30 in the night, New York time.' }
    }
  ])
  expect(api.logged).toEqual([])
})

test.skipIf(isOnPostgres)('a database that can only be read is degraded', async () => {
  await start()
  const headers = await api.signIn()
  await sql`pragma query_only = on`.execute(api.db)
  expect((await api.get(path, headers)).body).toMatchObject({
    database: {
      status: 'degraded',
      detail: 'The database can be read, but nothing can be saved: it is read-only.'
    },
    publisher: { status: 'ok' }
  })
})

test('a provider that fails is down in its own words, and the newest stored day is reported all the same', async () => {
  const check = async () => {
    throw new MarketDataError('SPY could not be collected: Yahoo Finance could not be reached.')
  }
  await start({ market: { ...figuresOfMay, check } })
  expect((await read()).body).toMatchObject({
    database: { status: 'ok' },
    market_data: {
      status: 'down',
      detail:
        'SPY could not be collected: Yahoo Finance could not be reached. Until it can, the newest day in the data is 29 May 2026, the last session.'
    }
  })
})

test('a provider that does not answer in time is not waited for', async () => {
  await start({ market: { ...figuresOfMay, check: () => new Promise(() => undefined) } })
  expect(await probeMarketData(api.services, 20)).toEqual({
    status: 'degraded',
    detail:
      'Public records: no answer within 0.02 seconds; the newest day in the data is 29 May 2026, the last session.'
  })
})

test('a source that blocks is not asked, and the age of the data and the pause are told', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
  }
  await start({
    market: { ...makeMarket({}, 'Yahoo'), check },
    clock: () => new Date('2026-06-02T21:00:00Z')
  })
  await writeSourceFault(api.db, 'Yahoo refuses requests; it goes on at 18:00.')
  await writePause(api.db, { until: '2026-06-02T22:00:00.000Z', hours: 1 })
  expect((await read()).body).toMatchObject({
    market_data: {
      status: 'degraded',
      detail:
        'Yahoo: the newest day in the data is 29 May 2026, 2 trading days ago. Yahoo refuses requests; it goes on at 18:00.'
    }
  })
  expect(checks).toBe(0)
})

test('a second source says how it answered when it was last asked', async () => {
  const collect = async () => ({ payments: [], splits: [] })
  await start({ secondSource: { name: 'Massive', collect } })
  const readIt = async () => (await read()).body
  expect(await readIt()).toMatchObject({
    second_source: {
      status: 'ok',
      detail: 'Massive: it is asked with the next collection of all funds.'
    }
  })
  await writeSecondSource(api.db, { askedOn: '2026-06-03', fault: null })
  expect(await readIt()).toMatchObject({
    second_source: { status: 'ok', detail: 'Massive: answered on 3 June 2026.' }
  })
})

test('a part that breaks unexpectedly is down, the others answer, and the log has the reason', async () => {
  const check = async () => {
    throw new Error('/secret/place is not there')
  }
  await start({ renderer: { check, draw: check } })
  await api.db.schema.dropTable('price').execute()
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    database: { status: 'ok' },
    market_data: { status: 'down' },
    publisher: { status: 'ok' },
    renderer: {
      status: 'down',
      detail: 'The page renderer does not answer; see the log of the service.'
    }
  })
  expect(api.logged.join()).toContain('/secret/place')
})

test('waiting pages are counted, and those that have waited too long', async () => {
  await start()
  await enqueuePages(api.db, ['/', '/msty'], seededAt)
  expect((await read()).body).toMatchObject({
    publisher: { status: 'ok', detail: '2 pages wait to be written.' }
  })
  await enqueuePages(api.db, ['/tsly'], new Date(seededAt.getTime() - 301_000))
  expect((await read()).body).toMatchObject({
    publisher: { status: 'degraded', detail: '3 pages wait to be written, 1 for over 5 minutes.' }
  })
})

test('a page that could not be written is reported at once', async () => {
  await start({
    publisher: { countFailing: () => 1, countWaiting: async () => ({ waiting: 2, late: 0, since: seededAt }) }
  })
  expect((await read()).body).toMatchObject({
    publisher: {
      status: 'degraded',
      detail: '2 pages wait to be written, 1 could not be written so far; see the log of the service.'
    }
  })
})

test('without any price the market data are degraded', async () => {
  await start()
  await api.db.deleteFrom('price').execute()
  expect((await read()).body).toMatchObject({
    market_data: { status: 'degraded', detail: 'Public records: no prices are stored yet.' }
  })
})
