// Shows the same on any database.
import { afterEach, expect, test } from 'vitest'
import { type ManagedSource, readSources } from '../contract/sources.ts'
import { readConnections, readHealth } from '../contract/system.ts'
import type { SourceRobotsTable } from '../platform/database/schema/sources.ts'
import { startApi, type TestApi, type TestOptions } from '../testing/api.ts'
import { createSourceSwitches, type SourceOverrides } from './sources/source-switches.ts'

let api: TestApi
let headers: Record<string, string>
afterEach(() => api.close())

async function start(given: TestOptions = {}): Promise<void> {
  api = await startApi({ content: 'tables', ...given })
  headers = await api.signIn()
}

const read = async () => readSources.output.parse((await api.get('/api/admin/sources', headers)).body)
const readOne = async (id: string): Promise<ManagedSource | undefined> =>
  (await read()).sources.find((source) => source.id === id)
const turn = (id: string, body: object) => api.send('PUT', `/api/admin/sources/${id}`, body, headers)
const states = async () =>
  Object.fromEntries((await read()).sources.map(({ id, is_on, decided_by }) => [id, [is_on, decided_by]]))

test('sources whose terms ask for permission or are unknown are off in a new installation, all others on', async () => {
  await start()
  expect(await states()).toEqual({
    yahoo: [true, 'default'],
    nasdaq: [true, 'default'],
    globenewswire: [true, 'default'],
    edgar: [true, 'default'],
    cboe: [false, 'default'],
    roundhill: [false, 'default'],
    closes: [false, 'default']
  })
  for (const { terms, needs_permission, is_on } of (await read()).sources) {
    expect(terms.url).toMatch(/^https:\/\//)
    expect(needs_permission === null).toBe(is_on)
  }
})

test('a source that needs permission is turned on only with it, at once, and the log says so', async () => {
  await start()
  const { switches } = api.services
  expect(await turn('cboe', { is_on: true })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Confirm that you have it') }
  })
  expect(switches.isOn('cboe')).toBe(false)
  expect(await turn('cboe', { is_on: true, has_permission: true })).toMatchObject({
    status: 200,
    body: { message: 'Cboe notices is on, with your permission noted.' }
  })
  expect(switches.isOn('cboe')).toBe(true)
  expect(await readOne('cboe')).toMatchObject({ is_on: true, has_permission: true, decided_by: 'operator' })
  const lines = await api.db.selectFrom('admin_log').select(['message', 'metadata']).execute()
  expect(lines.map(({ message }) => message)).toEqual(['Cboe notices is on, with your permission noted.'])
  // The permission ends with the switch.
  await turn('cboe', { is_on: false })
  expect(await readOne('cboe')).toMatchObject({ is_on: false, has_permission: false })
  expect(await turn('cboe', { is_on: true })).toMatchObject({ status: 400 })
})

test.each([
  ['GET', '/api/admin/sources', undefined],
  ['PUT', '/api/admin/sources/yahoo', { is_on: false }],
  ['POST', '/api/admin/sources/hint', {}]
])('%s %s needs a session, and a change the marker header', async (method, path, body) => {
  await start()
  expect((await api.send(method, path, body)).status).toBe(401)
  if (method !== 'GET') {
    const { cookie = '' } = headers
    expect((await api.send(method, path, body, { cookie })).status).toBe(403)
  }
  expect(await api.db.selectFrom('source_choice').selectAll().execute()).toEqual([])
})

test.each([
  [{ ANNOUNCEMENTS: 'on' }, 'cboe', true, 'ANNOUNCEMENTS'],
  [{ ANNOUNCEMENTS: 'off' }, 'globenewswire', false, 'ANNOUNCEMENTS'],
  [{ ARCHIVE: 'on' }, 'roundhill', true, 'ARCHIVE'],
  [{ FILINGS: 'off' }, 'edgar', false, 'FILINGS'],
  [{ MARKET_DATA: 'yahoo' }, 'nasdaq', false, 'MARKET_DATA'],
  [{ MARKET_DATA: 'auto' }, 'nasdaq', true, 'MARKET_DATA'],
  [{ MARKET_DATA: 'embedded', ANNOUNCEMENTS: 'on' }, 'cboe', false, 'MARKET_DATA']
] as const)('%o wins over the switch of %s and is shown as such', async (given, id, is_on, variable) => {
  await start({ makeSwitches: (db) => createSourceSwitches(db, { given, hasContact: true }) })
  await api.db
    .insertInto('source_choice')
    .values({ id, is_on: is_on ? 0 : 1, has_permission: 1, chosen_at: '2026-06-01T12:00:00.000Z' })
    .execute()
  expect(await readOne(id)).toMatchObject({ is_on, variable, decided_by: 'environment' })
  const answer = await turn(id, { is_on: !is_on, has_permission: true })
  expect([answer.status, answer.body]).toEqual([
    409,
    { message: expect.stringMatching(new RegExp(`^${variable} in the environment decides`)) }
  ])
})

test('the overview names what could be turned on until the operator has read it', async () => {
  await start()
  expect((await read()).suggests).toBe(true)
  await api.post('/api/admin/sources/hint', {}, headers)
  expect((await read()).suggests).toBe(false)
})

test('without a real contact address filings are not read, and Settings says why', async () => {
  const overrides: SourceOverrides = { given: {}, hasContact: false }
  await start({ makeSwitches: (db) => createSourceSwitches(db, overrides) })
  expect(await readOne('edgar')).toMatchObject({
    is_on: true,
    obstacle: 'CONTACT_EMAIL is not set: the SEC requires a real address in each request.'
  })
  expect(api.services.switches.isOn('edgar')).toBe(false)
})

test('a robots.txt that forbids a source is named in health, in admin and at its switch', async () => {
  await start()
  const row: SourceRobotsTable = {
    origin: 'https://www.globenewswire.com',
    asked_at: '2026-06-01T12:00:00.000Z',
    status: 200,
    body: 'User-agent: *\nDisallow: /search/'
  }
  await api.db.insertInto('source_robots').values(row).execute()
  const sentence =
    'The robots.txt of www.globenewswire.com, read on June 1, 2026, forbids /search/tag/yieldmax.'
  expect(await readOne('globenewswire')).toMatchObject({ obstacle: sentence })
  const health = readHealth.output.parse((await api.get('/api/health')).body)
  expect(health.sources).toEqual([`GlobeNewswire: ${sentence}`])
  const { body } = await api.get('/api/admin/system/connections', headers)
  expect(readConnections.output.parse(body).sources).toContainEqual({
    id: 'globenewswire',
    name: 'GlobeNewswire',
    status: 'degraded',
    detail: sentence
  })
})

test('requests and the last answer are counted by New York day, across restarts', async () => {
  let now = new Date('2026-06-02T03:30:00Z')
  await start({ services: { clock: () => now } })
  const send = api.services.use.countFetch('nasdaq', async () => new Response(''))
  await send('https://api.nasdaq.com/')
  await send('https://api.nasdaq.com/')
  expect(await readOne('nasdaq')).toMatchObject({
    requests_today: 2,
    last_read_at: '2026-06-02T03:30:00.000Z'
  })
  now = new Date('2026-06-02T04:10:00Z')
  expect(await readOne('nasdaq')).toMatchObject({
    requests_today: 0,
    last_read_at: '2026-06-02T03:30:00.000Z'
  })
})
