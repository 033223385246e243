// Shows the same on any database.
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { writeSourceFault, writeSourceState } from '../../collection/source-state.db.ts'
import { MarketDataError } from '../../collection/sources/market-data.ts'
import { noteChangedFacts } from '../../estimates/changed-facts.ts'
import { writeMeta } from '../../platform/database/meta.db.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { startApi, type TestApi, type TestOptions } from '../../testing/api.ts'
import { isOnPostgres, seededAt } from '../../testing/database.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { mayFacts } from '../../testing/may-facts.ts'
import { createWriteProbe, probeDerivation, probeFigures, probeMarketData } from './probes.ts'

const path = '/api/admin/system/connections'
let api: TestApi

afterEach(() => api.close())

async function start(services: TestOptions['services'] = {}): Promise<void> {
  api = await startApi({ content: 'tables', services })
  await api.db.insertInto('fund').values(makeFund()).execute()
  await api.db.insertInto('price').values(makeClose()).execute()
}

async function read() {
  return api.get(path, await api.signIn())
}

test('each working part is reported with its details', async () => {
  await start()
  const { status, body } = await read()
  expect([status, body]).toEqual([
    200,
    {
      database: { status: 'ok', detail: 'The database can be read and written; it holds 1 fund.' },
      market_data: {
        status: 'ok',
        detail: 'Public records: data through May 29, 2026, the last session.'
      },
      second_source: null,
      sources: [],
      publisher: { status: 'ok', detail: 'Every page is up to date.' },
      renderer: { status: 'ok', detail: 'Pages can be rendered.' },
      backups: { status: 'ok', detail: 'The first backup is made at 3:30 a.m. New York time.' },
      witnesses: null
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
      detail:
        'The database can be read, but nothing can be saved: it is read-only. Make its file and folder writable, with room on the disk, then restart the service.'
    },
    publisher: { status: 'ok' }
  })
})

test('a failing provider is down with its own message, and the newest stored day is still reported', async () => {
  const check = async () => {
    throw new MarketDataError('SPY could not be collected: Yahoo Finance could not be reached.')
  }
  await start({ market: { ...mayFacts, check } })
  expect((await read()).body).toMatchObject({
    database: { status: 'ok' },
    market_data: {
      status: 'down',
      detail:
        'SPY could not be collected: Yahoo Finance could not be reached. For now: data through May 29, 2026, the last session.'
    }
  })
})

test('a provider that does not answer in time is degraded', async () => {
  await start({ market: { ...mayFacts, check: () => new Promise(() => undefined) } })
  expect(await probeMarketData(api.services, 20)).toEqual({
    status: 'degraded',
    detail: 'Public records: no answer within 0.02 seconds; data through May 29, 2026, the last session.'
  })
})

test('a source that limits requests is not called, and its pause and the age of the data are reported', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
  }
  await start({
    market: { ...makeMarket({}, 'Yahoo'), check },
    clock: () => new Date('2026-06-02T21:00:00Z')
  })
  await writeSourceFault(api.db, 'Yahoo refuses requests; it goes on at 18:00.')
  await writeSourceState(api.db, 'collection-pause', { until: '2026-06-02T22:00:00.000Z', hours: 1 })
  expect((await read()).body).toMatchObject({
    market_data: {
      status: 'degraded',
      detail:
        'Yahoo: data through May 29, 2026, 2 trading days ago. Yahoo refuses requests; it goes on at 18:00.'
    }
  })
  expect(checks).toBe(0)
})

test('a stand-in is reported once the preferred source has been silent for three days', async () => {
  await start({ market: makeMarket({}, 'Yahoo'), clock: () => new Date('2026-06-01T12:00:00Z') })
  const write = (since: string) =>
    writeMeta(api.db, 'stand-in', JSON.stringify({ sourceName: 'Nasdaq', since }))
  await write('2026-05-29T12:00:01.000Z')
  expect((await probeFigures(api.services)).status).toBe('ok')
  await write('2026-05-29T12:00:00.000Z')
  expect(await probeFigures(api.services)).toEqual({
    status: 'degraded',
    detail: expect.stringContaining('Nasdaq')
  })
})

test('a second source is reported with its last answer', async () => {
  const collect = async () => []
  await start({ secondSource: { name: 'Nasdaq', collect } })
  const readIt = async () => (await read()).body
  expect(await readIt()).toMatchObject({
    second_source: {
      status: 'unread',
      detail: 'Nasdaq: it is queried with the next collection of all funds.'
    }
  })
  await writeSourceState(api.db, 'second-source', { askedOn: '2026-06-03', fault: null })
  expect(await readIt()).toMatchObject({
    second_source: { status: 'ok', detail: 'Nasdaq: answered on June 3, 2026.' }
  })
})

test('a part that fails unexpectedly is down, the others are reported, and the error is logged', async () => {
  const check = async () => {
    throw new Error('/secret/place is not there')
  }
  await start({ renderer: { check, render: check } })
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

test('waiting pages are counted, also those that have waited too long', async () => {
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

test('without prices market data are degraded', async () => {
  await start()
  await api.db.deleteFrom('price').execute()
  expect((await read()).body).toMatchObject({
    market_data: { status: 'degraded', detail: 'Public records: no prices are stored yet.' }
  })
})

async function readLastProbe(): Promise<string | undefined> {
  const row = await api.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'write-probe')
    .executeTakeFirst()
  return row?.value
}

test('the write probe commits a row at most every five seconds and leaves no file', async () => {
  api = await startApi({ content: 'tables' })
  const monotonic = { now: 0 }
  let day = 1
  const clock = () => new Date(Date.UTC(2026, 5, day))
  const probe = createWriteProbe({ ...api.services, clock }, () => monotonic.now)

  expect(await Promise.all([probe(), probe()])).toEqual([null, null])
  expect(await readLastProbe()).toBe('2026-06-01T00:00:00.000Z')
  day = 2
  monotonic.now = 4999
  await probe()
  expect(await readLastProbe()).toBe('2026-06-01T00:00:00.000Z')
  monotonic.now = 5000
  await probe()
  expect(await readLastProbe()).toBe('2026-06-02T00:00:00.000Z')
  expect((await readdir(api.services.dataDir)).filter((name) => name.includes('probe'))).toEqual([])
})

test('figures that lag for more than a minute are reported, and not those that are calculated', async () => {
  await start()
  const since = new Date(seededAt.getTime() - 61_000)
  const probeAt = (now: Date) => probeDerivation({ db: api.db, clock: () => now })
  expect(await probeAt(seededAt)).toMatchObject({ status: 'ok' })
  await writeTransaction(api.db, (trx) => noteChangedFacts(trx, { now: since, closes: false }))
  expect(await probeAt(new Date(since.getTime() + 59_000))).toMatchObject({ status: 'ok' })
  expect(await probeAt(seededAt)).toEqual({
    status: 'degraded',
    detail:
      'Payments, closes or funds changed at 11:58 UTC on June 1, 2026, and no figures are calculated from them yet: pages show earlier estimates. The log of the service says why.'
  })
})
