// Shows the same on any database.
import { afterEach, expect, test } from 'vitest'
import { readHolderCloses } from '../contract/holder-closes.ts'
import { startApi, type TestApi, type TestOptions } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { startYahooFixture } from '../testing/yahoo-market.ts'
import { makeSpark } from '../testing/yahoo-server.ts'
import { createSourceSwitches } from './sources/source-switches.ts'
import { createSourceUse } from './sources/source-use.ts'

const fixture = forEachTest(() => startYahooFixture())
let api: TestApi
afterEach(() => api.close())

/** 20:00 in New York on Friday, May 29, 2026. */
const friday = new Date('2026-05-30T00:00:00Z')
const week: [string, number][] = ['19', '20', '21', '22', '26', '27', '28', '29'].map((day) => [
  `2026-05-${day}T13:30:00Z`,
  27.25
])
const spark = (...symbols: string[]) => makeSpark(symbols.map((symbol) => ({ symbol, closes: week })))

type Given = { isAllowed?: boolean; clock?: () => Date; hasSource?: boolean } & TestOptions

async function start({ isAllowed = true, clock = () => friday, hasSource = true, ...options }: Given = {}) {
  const services = { clock, ...(hasSource && { readCloses: fixture.market.collectManyCloses ?? null }) }
  api = await startApi({ content: 'tables', services, ...options })
  if (!isAllowed) return
  const headers = await api.signIn()
  const body = { is_on: true, has_permission: true }
  expect((await api.send('PUT', '/api/admin/sources/closes', body, headers)).status).toBe(200)
}

const ask = (symbols: string, headers: Record<string, string> = {}) =>
  api.get(`/data/closes?symbols=${encodeURIComponent(symbols)}`, headers)

test('closes come with their day, each symbol is requested once a session, and unknown ones are named', async () => {
  await start()
  fixture.yahoo.sparks.push(spark('SCHD', 'BRK-B'), spark('O'))
  const answer = await ask('SCHD,BRK.B,GONE')
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual([
    200,
    'no-store',
    null
  ])
  expect(readHolderCloses.output.parse(answer.body)).toEqual({
    closes: [
      { symbol: 'SCHD', date: '2026-05-29', close: 27.25 },
      { symbol: 'BRK.B', date: '2026-05-29', close: 27.25 }
    ],
    unknown: ['GONE']
  })
  expect((await ask('GONE,O,SCHD')).body).toMatchObject({ unknown: ['GONE'] })
  const symbols = fixture.yahoo.asked.map((path) => new URLSearchParams(path.split('?')[1]).get('symbols'))
  expect(symbols).toEqual(['SCHD,BRK-B,GONE', 'O'])
  // Nothing about who asked.
  expect(await api.db.selectFrom('holder_close').selectAll().orderBy('symbol').execute()).toEqual([
    { symbol: 'BRK.B', session: '2026-05-29', day: '2026-05-29', close: 27.25 },
    { symbol: 'GONE', session: '2026-05-29', day: null, close: null },
    { symbol: 'O', session: '2026-05-29', day: '2026-05-29', close: 27.25 },
    { symbol: 'SCHD', session: '2026-05-29', day: '2026-05-29', close: 27.25 }
  ])
})

test('40 symbols take two requests, and visitors who ask at the same time share them', async () => {
  await start()
  const letters = [...'ABCDEFGHIJKLMNOPQRST']
  const symbols = ['Y', 'Z'].flatMap((first) => letters.map((letter) => `${first}${letter}`))
  fixture.yahoo.sparks.push(spark(...symbols))
  const answers = await Promise.all([ask(symbols.join(',')), ask(symbols.join(','))])
  for (const { body } of answers) expect(body).toMatchObject({ unknown: [] })
  expect(fixture.yahoo.asked).toHaveLength(2)
})

test('a new session is requested again, and what nobody asked for is forgotten after a week', async () => {
  let now = friday
  await start({ clock: () => now })
  fixture.yahoo.sparks.push(spark('SCHD', 'O'))
  await ask('SCHD,O')
  now = new Date('2026-06-09T00:00:00Z')
  await ask('SCHD')
  expect(fixture.yahoo.asked).toHaveLength(2)
  const rows = await api.db.selectFrom('holder_close').select('symbol').execute()
  expect(rows.map(({ symbol }) => symbol)).toEqual(['SCHD'])
})

test.each([
  ['without the operator’s permission', { isAllowed: false }],
  ['without live market data', { hasSource: false }],
  [
    'on embedded figures',
    {
      isAllowed: false,
      makeSwitches: (db) => createSourceSwitches(db, { given: { MARKET_DATA: 'embedded' }, hasContact: true })
    }
  ]
] as [string, Given][])('%s, closes are not available and nothing is requested', async (_case, given) => {
  await start(given)
  expect(await ask('SCHD')).toMatchObject({
    status: 503,
    body: { message: 'Prices of other holdings are not available on this site.' }
  })
  expect(fixture.yahoo.asked).toEqual([])
})

test('MARKET_DATA=auto is no permission', async () => {
  const overrides = { given: { MARKET_DATA: 'auto' }, hasContact: true } as const
  await start({ isAllowed: false, makeSwitches: (db) => createSourceSwitches(db, overrides) })
  expect((await ask('SCHD')).status).toBe(503)
})

test('while the source is away, the answer says so without its words, and it is left alone for five minutes', async () => {
  let now = friday
  await start({ clock: () => now })
  fixture.yahoo.sparks.push(404)
  const away = {
    status: 502,
    body: { message: 'The source of prices is away. Please try again in a few minutes.' }
  }
  expect(await ask('SCHD')).toMatchObject(away)
  expect(await ask('O')).toMatchObject(away)
  expect(fixture.yahoo.asked).toHaveLength(1)
  expect(api.logged.join()).toContain('closes for holders could not be read')
  now = new Date(friday.getTime() + 6 * 60_000)
  fixture.yahoo.sparks.splice(0, 1, spark('SCHD'))
  expect((await ask('SCHD')).status).toBe(200)
})

test('all visitors together get at most the requests of a day', async () => {
  const use = {
    ...createSourceUse({} as never, () => friday),
    read: async () => ({ closes: { requests: 200 } })
  }
  await start({
    services: { clock: () => friday, use, readCloses: fixture.market.collectManyCloses } as never
  })
  expect(await ask('SCHD')).toMatchObject({
    status: 429,
    body: { message: 'All closes of today were given out. Please try again tomorrow.' }
  })
  expect(fixture.yahoo.asked).toEqual([])
})

test('one visitor gets a few requests in a row', async () => {
  await start({ limits: { perSecond: 0.2, burst: 2, perHour: 30 } })
  fixture.yahoo.sparks.push(spark('SCHD'))
  const statuses: number[] = []
  for (const _ of [1, 2, 3]) statuses.push((await ask('SCHD')).status)
  expect(statuses).toEqual([200, 200, 429])
})

test.each(['', 'schd', 'VUSA.L', 'BTC-USD', 'US88636X7085', 'SCHD,', "A' OR 1", Array(41).fill('A').join()])(
  'symbols=%s is refused with the rule',
  async (symbols) => {
    await start()
    expect(await ask(symbols)).toMatchObject({
      status: 400,
      body: { message: 'symbols must be 1 to 40 US symbols, separated by commas' }
    })
    expect(fixture.yahoo.asked).toEqual([])
  }
)
