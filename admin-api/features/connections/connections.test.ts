import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import { embeddedMarketData } from '../../market/embedded.ts'
import { MarketDataError } from '../../market/market-data.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { seededAt } from '../../testing/seeded-file.ts'
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

test('all that stands is told with what it holds', async () => {
  await start()
  const { status, body } = await read()
  expect([status, body]).toEqual([
    200,
    {
      database: { status: 'ok', detail: 'The database can be read and written; it holds 1 fund.' },
      market_data: {
        status: 'ok',
        detail: 'Embedded public figures: the newest day in the data is 29 May 2026.'
      },
      publisher: { status: 'ok', detail: 'Every page is up to date.' },
      renderer: { status: 'ok', detail: 'Pages can be drawn.' }
    }
  ])
  expect(api.logged).toEqual([])
})

test('a database that can only be read is half a database', async () => {
  await start()
  const headers = await api.signIn()
  await sql`pragma query_only = on`.execute(api.db)
  expect((await api.get(path, headers)).body).toMatchObject({
    database: { status: 'degraded', detail: 'The database can be read, but nothing can be written.' },
    publisher: { status: 'ok' }
  })
})

test('a provider that fails is down in its own words, and the stored figures are still told', async () => {
  const check = async () => {
    throw new MarketDataError('SPY could not be collected: Yahoo Finance could not be reached.')
  }
  await start({ market: { ...embeddedMarketData, check } })
  expect((await read()).body).toMatchObject({
    database: { status: 'ok' },
    market_data: {
      status: 'down',
      detail:
        'SPY could not be collected: Yahoo Finance could not be reached. Until it can, the newest day in the data is 29 May 2026.'
    }
  })
})

test('a provider that says nothing in time is not waited for', async () => {
  await start({ market: { ...embeddedMarketData, check: () => new Promise(() => undefined) } })
  expect(await probeMarketData(api.services, 20)).toEqual({
    status: 'degraded',
    detail:
      'Embedded public figures: no answer within 0.02 seconds; the newest day in the data is 29 May 2026.'
  })
})

test('a part that breaks unexpectedly is down, the others answer, and the log has the reason', async () => {
  const check = async () => {
    throw new Error('/secret/place is not there')
  }
  await start({ renderer: { check } })
  await api.db.schema.dropTable('price').execute()
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    database: { status: 'ok' },
    market_data: { status: 'down' },
    publisher: { status: 'ok' },
    renderer: {
      status: 'down',
      detail: 'The page renderer does not answer; the log of the service says why.'
    }
  })
  expect(api.logged.join()).toContain('/secret/place')
})

test('pages that wait are told, and that some have for too long', async () => {
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

test('without any price there is nothing to stand on', async () => {
  await start()
  await api.db.deleteFrom('price').execute()
  expect((await read()).body).toMatchObject({
    market_data: { status: 'degraded', detail: 'Embedded public figures: no prices are stored yet.' }
  })
})
