// Shows the same on any database.
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConnections } from '../../../contract/system.ts'
import { startApi, type TestApi } from '../../../testing/api.ts'
import { everySourceOn } from '../../../testing/every-source-on.ts'
import { type FundInFile, holdingsHeader, makeHoldingsFile } from '../../../testing/holdings-file.ts'
import { noHoldingsFile } from '../../../testing/holdings-scenario.ts'
import { hostileAnswers, serve } from '../../../testing/hostile-answers.ts'
import { pages } from '../../../testing/pages.ts'
import { type Reply, sendTo, startYahoo, type YahooServer } from '../../../testing/yahoo-server.ts'
import { probeDaily, readDaily } from '../../daily-watch.ts'
import { createTextReader, type FetchParts } from '../rate-limited-fetch.ts'
import { createArchive, readHoldings } from './holdings-archive.ts'

/** Figures of AMDW in the issuer's file of May 29, 2026, as a public project recorded them: $54.95 a share. */
const nvdw = { symbol: 'NVDW', netAssets: 148_357_191.93, sharesOutstanding: 2_700_000 }
const aapw = { symbol: 'AAPW', netAssets: 60_000_000, sharesOutstanding: 1_500_000 }
/** Not one of our funds. */
const mags = { symbol: 'MAGS', netAssets: 3_577_333_386, sharesOutstanding: 55_110_000 }
const contact = 'Doubloon (https://doubloon.example; ahoy@doubloon.example)'
const folder = '/assets/data/FilepointRoundhill.40RU.RU_Holdings_'
let server: YahooServer
let files: Map<string, Reply>
let agents: Set<string | undefined>
let api: TestApi
let now: Date

beforeEach(async () => {
  files = new Map()
  agents = new Set()
  server = await startYahoo((request) => {
    agents.add(request.headers['user-agent'])
    const [, month, date, year] = /_(\d\d)(\d\d)(\d{4})\.csv$/.exec(request.url ?? '') ?? []
    return files.get(`${year}-${month}-${date}`) ?? noHoldingsFile
  })
  // Tuesday, 10:45 in New York.
  now = new Date('2026-06-02T14:45:00Z')
  api = await startApi({ content: ['AAPW', 'NVDW', 'MSTY'], services: { clock: () => now } })
})
afterEach(async () => {
  await api.close()
  await server.close()
})

const partsOf = (fetch: typeof globalThis.fetch) => ({ fetch, sleep: async () => undefined })

async function poll(parts: Partial<FetchParts> = partsOf(server.fetch)): Promise<void> {
  const holdingsReader = createTextReader('Roundhill', contact, parts)
  const archive = createArchive({ ...api.services, holdingsReader })
  if (archive !== null) await readDaily(api.services, archive)
}

const findDays = () => api.db.selectFrom('fund_day').selectAll().orderBy('day').orderBy('symbol').execute()
const publish = (session: string, day: string, funds: readonly FundInFile[]) =>
  files.set(session, makeHoldingsFile(day, funds))

async function findHealth() {
  api.services.holdingsReader = createTextReader('Roundhill', contact, partsOf(server.fetch))
  const archive = createArchive(api.services)
  return archive && probeDaily(api.db, archive)
}

test("each of our funds in the file of the last session is stored under the file's day, once", async () => {
  publish('2026-06-01', '2026-06-02', [aapw, mags, nvdw])
  await poll()
  expect(await findDays()).toMatchObject([
    { symbol: 'AAPW', day: '2026-06-02', net_assets: 60_000_000, shares_outstanding: 1_500_000 },
    { symbol: 'NVDW', day: '2026-06-02', net_assets: 148_357_191.93, shares_outstanding: 2_700_000 }
  ])
  expect([...agents]).toEqual([contact])
  expect(server.asked[0]).toBe(`${folder}06012026.csv`)
  await poll()
  expect(await findDays()).toHaveLength(2)
})

test('the holdings are stored as in the file, without what repeats', async () => {
  publish('2026-06-01', '2026-06-02', [nvdw])
  await poll()
  const [day] = await findDays()
  const text = inflateRawSync(day?.holdings ?? Buffer.of()).toString()
  expect(text.split('\n').slice(0, 3)).toEqual([
    'StockTicker,CUSIP,SecurityName,Shares,Price,MarketValue,MoneyMarketFlag',
    'AMD,007903107,Advanced Micro Devices Inc,647296.00000000,357.770000,29671438.39,',
    '007903107 TRS 071426 NM,007903107 TRS 071426 NM,ADVANCED MICRO DEVICES SWAP,647296.00000000,357.770000,9598710.32,'
  ])
  expect(text).toContain('"First American Government Obligations Fund, 12/01/2031"')
})

test('a day sends at most two requests, one for the last session and one for a session that was missed', async () => {
  for (const day of ['03', '04', '05', '09']) {
    now = new Date(`2026-06-${day}T14:45:00Z`)
    await poll()
  }
  expect(server.asked).toHaveLength(8)
  publish('2026-06-09', '2026-06-10', [nvdw])
  publish('2026-06-08', '2026-06-09', [nvdw])
  publish('2026-06-05', '2026-06-08', [nvdw])
  for (const day of ['10', '11']) {
    now = new Date(`2026-06-${day}T14:45:00Z`)
    await poll()
  }
  expect((await findDays()).map(({ day }) => day)).toEqual(['2026-06-08', '2026-06-09', '2026-06-10'])
  expect(server.asked).toHaveLength(12)
})

test('the file of a Friday has the figures of Monday, and is read on Saturday', async () => {
  now = new Date('2026-06-06T15:00:00Z')
  publish('2026-06-05', '2026-06-08', [nvdw])
  await poll()
  expect(await findDays()).toMatchObject([{ day: '2026-06-08' }])
})

test('before 10:30 nothing is requested, and figures of a day that are restated later stay as they were', async () => {
  now = new Date('2026-06-02T14:00:00Z')
  await poll()
  expect(server.asked).toEqual([])
  now = new Date('2026-06-02T14:45:00Z')
  publish('2026-06-01', '2026-06-02', [nvdw])
  await poll()
  await api.db.deleteFrom('meta').where('key', '=', 'archive').execute()
  publish('2026-06-01', '2026-06-02', [{ ...nvdw, netAssets: 148_000_000 }, aapw])
  await poll()
  expect((await findDays()).map(({ symbol, net_assets }) => [symbol, net_assets])).toEqual([
    ['AAPW', 60_000_000],
    ['NVDW', 148_357_191.93]
  ])
})

test('the pages of stored funds are queued, and show the assets', async () => {
  await api.db.deleteFrom('page_change').execute()
  expect(await pages.load(api.db, '/nvdw')).toMatchObject({ assets: null })
  publish('2026-06-01', '2026-06-02', [nvdw])
  await poll()
  expect((await api.db.selectFrom('page_change').select('path').execute()).map(({ path }) => path)).toEqual([
    '/nvdw'
  ])
  expect(await pages.load(api.db, '/nvdw')).toMatchObject({
    assets: { day: '2026-06-02', netAssets: 148_357_191.93, source: 'Roundhill', change: null }
  })
  publish('2026-06-02', '2026-06-03', [{ ...nvdw, netAssets: 135_000_000, sharesOutstanding: 2_500_000 }])
  now = new Date('2026-06-03T14:45:00Z')
  await poll()
  // 200,000 shares at $54.00 left.
  expect(await pages.load(api.db, '/nvdw')).toMatchObject({
    assets: { day: '2026-06-03', change: { from: '2026-06-02', flows: expect.closeTo(-0.0728, 4) } }
  })
  expect(await pages.load(api.db, '/msty')).toMatchObject({ assets: null })
})

const fileOf = (change: (text: string) => string) => {
  const reply = makeHoldingsFile('2026-06-02', [nvdw])
  return { ...(reply as object), body: change(String((reply as { body: string }).body)) } as Reply
}

test.each<[what: string, reply: Reply, reason: string]>([
  ['HTML, as for a file that does not exist', noHoldingsFile, 'the file has other columns than before'],
  ['JSON', { body: '{"funds":[]}' }, 'the file is not CSV'],
  ['rows of different lengths', { body: `${holdingsHeader}\n06/02/2026,NVDW` }, 'the file is not CSV'],
  ['an error', 403, 'the site answered with an error (403)'],
  ['a new column', fileOf((text) => text.replace('Weightings', 'Weightings,Sector')), 'the file is not CSV'],
  [
    'columns in another order',
    fileOf((text) => text.replace('NetAssets,SharesOutstanding', 'SharesOutstanding,NetAssets')),
    'the file has other columns than before'
  ],
  ['a header alone', { body: holdingsHeader }, 'the file has none of our funds'],
  ['other funds only', makeHoldingsFile('2026-06-02', [mags]), 'the file has none of our funds'],
  ...['1900-01-04', '2999-01-03', '2026-06-01', '2026-06-03', '2026-13-02', '2026-02-30'].map(
    (day): [string, Reply, string] => [
      `figures of ${day}`,
      makeHoldingsFile(day, [nvdw]),
      'the file has figures of other days than June 2, 2026'
    ]
  ),
  [
    'rows of several days',
    fileOf((text) => text.replace('06/02/2026,NVDW,Cash', '06/03/2026,NVDW,Cash')),
    'the file has figures of other days than June 2, 2026'
  ]
])('%s: nothing is stored, and the reason is reported', async (_what, reply, reason) => {
  files.set('2026-06-01', reply)
  files.set('2026-05-29', noHoldingsFile)
  await poll()
  expect(await findDays()).toEqual([])
  expect(await findHealth()).toMatchObject({ status: 'degraded' })
  const text = typeof reply === 'object' ? String(reply?.body) : ''
  if (reason.startsWith('the file'))
    expect(() => readHoldings(text, '2026-06-02', new Set(['NVDW']))).toThrow(`Roundhill: ${reason}`)
})

const impossible: [what: string, change: (text: string) => string, reason: string][] = [
  ['net assets of NaN', (text) => text.replaceAll('148357191.93', 'NaN'), 'impossible net assets or shares'],
  [
    'negative net assets',
    (text) => text.replaceAll('148357191.93', '-148357191.93'),
    'impossible net assets'
  ],
  ['no net assets', (text) => text.replaceAll('148357191.93', '0'), 'impossible net assets'],
  ['net assets of 1e300', (text) => text.replaceAll('148357191.93', '1e300'), 'impossible net assets'],
  ['no shares', (text) => text.replaceAll('2700000', '0'), 'impossible net assets'],
  ['negative shares', (text) => text.replaceAll('2700000', '-2700000'), 'impossible net assets'],
  ['a share of $148 million', (text) => text.replaceAll('2700000', '1'), 'impossible net assets'],
  [
    'net assets that differ by row',
    (text) => text.replace('148357191.93', '148357192.93'),
    'different net assets'
  ],
  ['a market value of NaN', (text) => text.replace('29671438.39', 'NaN'), 'a value that is not a number'],
  [
    'a weight that contradicts its value',
    (text) => text.replace('20.00%', '21.00%'),
    'weights that contradict'
  ],
  ['a weight without a sign', (text) => text.replace('20.00%', 'heavy'), 'weights that contradict'],
  ['half of the rows', (text) => text.split('\n').slice(0, 3).join('\n'), 'weights that contradict']
]

test.each(impossible)(
  '%s: the fund is not stored, and the reason is reported',
  async (_what, change, reason) => {
    files.set('2026-06-01', fileOf(change))
    await poll()
    expect(await findDays()).toEqual([])
    const { faults } = readHoldings(
      String((fileOf(change) as { body: string }).body),
      '2026-06-02',
      new Set(['AAPW', 'NVDW'])
    )
    expect(faults).toEqual([expect.stringContaining(`NVDW (${reason}`)])
  }
)

test('one fund with impossible figures keeps out no other', async () => {
  publish('2026-06-01', '2026-06-02', [aapw, { ...nvdw, netAssets: -1 }])
  await poll()
  expect(await findDays()).toMatchObject([{ symbol: 'AAPW' }])
})

test('a file of more than 4 MB is refused before it is read', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ ...mags, symbol: `A${i}` }))
  const { body } = makeHoldingsFile('2026-06-02', rows) as { body: string }
  const large = `${body}\n`.repeat(Math.ceil((4 * 1024 * 1024) / body.length) + 1)
  files.set('2026-06-01', { body: large, type: 'text/csv' } as Reply)
  files.set('2026-05-29', noHoldingsFile)
  await poll()
  expect(await findDays()).toEqual([])
  expect(await findHealth()).toMatchObject({
    status: 'degraded',
    detail: expect.stringContaining('the site sent far more than the request calls for')
  })
})

test.each(hostileAnswers)('%s ends the poll after one request', async (_what, makeListener) => {
  const send = sendTo(await serve(makeListener({ type: 'text/csv', inside: server.url })))
  let requests = 0
  const attack: typeof fetch = (input, init) => {
    requests += 1
    return send(input, init)
  }
  await poll({ ...partsOf(attack), timeoutMs: 400 })
  expect([requests, server.asked, await findDays()]).toEqual([1, [], []])
  expect(await findHealth()).toMatchObject({ status: 'degraded' })
})

test('admin shows the last poll, and nothing where holdings are not stored', async () => {
  const read = async () => {
    const { body } = await api.get('/api/admin/system/connections', await api.signIn())
    return readConnections.output.parse(body).sources.find(({ id }) => id === 'roundhill')
  }
  expect(await read()).toBeUndefined()
  await api.close()
  const holdingsReader = createTextReader('Roundhill', contact, partsOf(server.fetch))
  api = await startApi({
    content: ['NVDW'],
    services: { clock: () => now, holdingsReader, switches: everySourceOn }
  })
  expect(await read()).toMatchObject({
    status: 'unread',
    detail: 'Roundhill: holdings are read once a day, in the morning.'
  })
  publish('2026-06-01', '2026-06-02', [nvdw])
  await poll()
  expect((await read())?.detail).toBe(
    'Roundhill: the file has other columns than before, so nothing of it is used. Holdings were last requested on June 2, 2026; the rest is read within 14 days.'
  )
  publish('2026-06-02', '2026-06-03', [nvdw])
  publish('2026-05-29', '2026-06-01', [nvdw])
  now = new Date('2026-06-03T14:45:00Z')
  await poll()
  expect(await read()).toMatchObject({
    status: 'ok',
    detail: 'Roundhill: holdings were read on June 3, 2026.'
  })
})
