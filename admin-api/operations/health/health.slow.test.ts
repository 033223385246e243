import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { writeSourceFault } from '../../collection/source-state.db.ts'
import { ThreadStartError } from '../../platform/worker-threads.ts'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { renderFeed, startApi, type TestApi, type TestOptions } from '../../testing/api.ts'
import { isOnPostgres, seededAt } from '../../testing/database.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { runHealthChecks } from './health-checks.ts'

let api: TestApi

afterEach(() => api.close())

const notRead = 'Filings with the SEC are not read.'

/** One fund, and one close of May 29, 2026. */
async function start(services: TestOptions['services'] = {}): Promise<void> {
  api = await startApi({ content: 'tables', services })
  await api.db.insertInto('fund').values(makeFund()).execute()
  await api.db.insertInto('price').values(makeClose()).execute()
}

async function read() {
  const { status, body } = await api.get('/api/health')
  return { httpStatus: status, ...(body as object) }
}

test('without prices the service is degraded', async () => {
  await start()
  await api.db.deleteFrom('price').execute()
  expect(await read()).toEqual({
    httpStatus: 200,
    status: 'degraded',
    version: '1.2.3',
    reasons: ['Public records: no prices are stored yet.'],
    second_source: null,
    filings: notRead,
    sources: [],
    as_of: null,
    pages_waiting: 0
  })
})

test('with prices the service is ok, even if a page waits', async () => {
  await start()
  await enqueuePages(api.db, ['/', '/msty'], seededAt)
  expect(await read()).toEqual({
    httpStatus: 200,
    status: 'ok',
    version: '1.2.3',
    reasons: [],
    second_source: null,
    filings: notRead,
    sources: [],
    as_of: '2026-05-29',
    pages_waiting: 2
  })
})

test('a page that has waited over five minutes degrades the service', async () => {
  await start()
  await enqueuePages(api.db, ['/msty'], new Date(seededAt.getTime() - 301_000))
  expect(await read()).toMatchObject({
    status: 'degraded',
    reasons: ['1 page waits to be written, 1 for over 5 minutes.'],
    pages_waiting: 1
  })
})

// The sessions after Friday, May 29, 2026: the fifth is Friday, June 5, the sixth Monday, June 8.
test.each([
  ['2026-06-05T21:00:00Z', []],
  ['2026-06-08T21:00:00Z', ['Yahoo: data through May 29, 2026, 6 trading days ago.']]
])('figures of a live source are old after five trading days: %s', async (now, reasons) => {
  await start({ market: makeMarket({}, 'Yahoo'), clock: () => new Date(now) })
  expect(await read()).toMatchObject({ status: reasons.length === 0 ? 'ok' : 'degraded', reasons })
})

test('a failing source is a reason, with the age of the data', async () => {
  await start({ market: makeMarket({}, 'Yahoo'), clock: () => new Date('2026-06-02T21:00:00Z') })
  await writeSourceFault(api.db, 'Yahoo refuses requests.')
  expect(await read()).toMatchObject({
    status: 'degraded',
    reasons: ['Yahoo: data through May 29, 2026, 2 trading days ago. Yahoo refuses requests.']
  })
})

test('a fund whose data are older than those of the others is a reason', async () => {
  await start({ market: makeMarket({}, 'Yahoo'), clock: () => new Date('2026-06-01T21:00:00Z') })
  // The fifth session before Monday, June 1, after Memorial Day, is Thursday, May 21.
  await api.db.updateTable('fund').set({ known_until: '2026-05-21' }).execute()
  expect(await read()).toMatchObject({ status: 'degraded' })
  await api.db.updateTable('fund').set({ known_until: '2026-05-22' }).execute()
  expect(await read()).toMatchObject({ status: 'ok' })
})

test('missing backups are a reason, and an outage until the next backup', async () => {
  let now = seededAt
  await start({ clock: () => now })
  const findOutages = async () => {
    await runHealthChecks(api.services)
    return (await api.db.selectFrom('outage').select(['subject', 'reason']).execute()).filter(
      ({ subject }) => subject === 'backups'
    )
  }
  // A new database has two days for its first backup.
  await api.services.backups.runDue()
  expect([await read(), await findOutages()]).toMatchObject([{ status: 'ok' }, []])
  now = new Date(seededAt.getTime() + 2 * 86_400_000 + 1)
  const reason = 'No backup was made since 2026-06-01.'
  expect(await read()).toMatchObject({ httpStatus: 200, status: 'degraded', reasons: [reason] })
  expect(await findOutages()).toEqual([{ subject: 'backups', reason }])
  await api.services.backups.runDue()
  expect([await read(), await findOutages()]).toMatchObject([{ status: 'ok' }, []])
})

test('embedded figures never become old', async () => {
  await start({ clock: () => new Date('2027-06-01T12:00:00Z') })
  expect(await read()).toMatchObject({ status: 'ok' })
})

test("pages that can't be rendered are a reason", async () => {
  await start({
    renderer: {
      check: async () => {
        throw new Error('broken template')
      },
      render: renderFeed
    }
  })
  expect(await read()).toMatchObject({
    httpStatus: 200,
    status: 'degraded',
    reasons: ['The page renderer does not answer; see the log of the service.']
  })
  expect(api.logged.join()).toContain('broken template')
})

test("a database that can't be read is 503, and the cause is logged", async () => {
  await start()
  await api.db.schema.alterTable('fund').renameTo('ship').execute()
  expect(await read()).toEqual({
    httpStatus: 503,
    status: 'down',
    version: '1.2.3',
    reasons: ['The database does not answer; see the log of the service.'],
    second_source: null,
    filings: null,
    sources: [],
    as_of: null,
    pages_waiting: null
  })
  expect(api.logged.join()).toMatch(/no such table: fund|relation \\?"fund\\?" does not exist/)
})

test.skipIf(isOnPostgres)(
  'a post for which the disk has no room is rejected, and the cause is logged',
  async () => {
    await start()
    const headers = await api.signIn()
    // No more database pages than now, which SQLite treats as a full disk.
    await sql`pragma max_page_count = 1`.execute(api.db)
    const post = { title: 'Long', excerpt: 'Long.', content: `<p>${'Fair winds. '.repeat(30_000)}</p>` }
    expect(await api.post('/api/blog/posts', post, headers)).toMatchObject({
      status: 507,
      body: { message: 'Nothing was saved: the disk of the server is full. Free some space, then try again.' }
    })
    expect(api.logged.join()).toContain('SQLITE_FULL')
    expect(api.logged.join()).not.toContain('cannot rollback')
    await sql`pragma max_page_count = 1000000`.execute(api.db)
    expect(await api.post('/api/blog/posts', post, headers)).toMatchObject({ status: 201 })
  }
)

test.skipIf(isOnPostgres)('with a read-only database health is degraded and a post is rejected', async () => {
  await start()
  const headers = await api.signIn()
  await sql`pragma query_only = on`.execute(api.db)
  expect(await read()).toMatchObject({
    httpStatus: 200,
    status: 'degraded',
    reasons: [
      'The database can be read, but nothing can be saved: it is read-only. Make its file and folder writable, with room on the disk, then restart the service.'
    ],
    as_of: '2026-05-29'
  })
  const post = { title: 'A post', excerpt: 'A post.', content: '<p>Fair winds.</p>' }
  expect(await api.post('/api/blog/posts', post, headers)).toMatchObject({
    status: 507,
    body: {
      message:
        'Nothing was saved: the database is read-only. Make its file and folder writable, then try again.'
    }
  })
})

test('a stopping instance is not ready for anything', async () => {
  await start({ isStopping: () => true })
  for (const path of ['/api/ready', '/api/ready/pages'])
    expect([path, await api.get(path)]).toMatchObject([path, { status: 503, body: { ready: false } }])
})

test('pages are ready while their folder can be read, even without the database', async () => {
  await start()
  const siteDir = join(api.services.dataDir, 'site')
  expect(await api.get('/api/ready/pages')).toMatchObject({ status: 503, body: { ready: false } })
  await mkdir(siteDir)
  await api.db.schema.dropTable('page_change').execute()
  expect(await api.get('/api/ready/pages')).toMatchObject({ status: 200, body: { ready: true } })
})

test('threads that do not start are reported with the cause and end readiness', async () => {
  const check = async () => {
    throw new ThreadStartError('the thread that renders pages did not start: Operation not permitted')
  }
  const jobFault = 'the thread that changes figures did not start: Operation not permitted'
  await start({ renderer: { check, render: renderFeed }, findJobFault: () => jobFault })
  expect(await read()).toMatchObject({
    httpStatus: 200,
    status: 'degraded',
    reasons: [
      'No page can be rendered: the thread that renders pages did not start: Operation not permitted',
      'No figure can be changed: the thread that changes figures did not start: Operation not permitted'
    ]
  })
  const ready = await api.get('/api/ready')
  expect([ready.status, ready.body]).toMatchObject([503, { ready: false, renderer: 'down', database: 'ok' }])
})
