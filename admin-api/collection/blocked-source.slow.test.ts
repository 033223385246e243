// Shows the same on any database.
import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { startYahooFixture } from '../testing/yahoo-market.ts'
import { makeChart, noOptions, type Reply } from '../testing/yahoo-server.ts'
import { createCollector } from './collector.ts'
import { readSourceFault, readSourceState } from './source-state.db.ts'

/** Thursday, June 4, 2026, 6:15 p.m. in New York. */
const evening = new Date('2026-06-04T22:15:00Z')
const symbols = ['AAPW', 'MSTY', 'NVDW', 'PLTW', 'SMCY']

let now: Date
const fixture = forEachTest(() => startYahooFixture({ now: evening }))
const api = forEachTest(() => {
  now = evening
  return startApi({ content: symbols, services: { market: fixture.market, clock: () => now } })
})
beforeEach(async () => {
  await api.db
    .updateTable('fund')
    .set({ state: 'retired', state_since: '2026-06-01', state_cause: 'operator' })
    .where('symbol', 'not in', symbols)
    .execute()
})

/** The close of the day, equal to the one before. */
async function chartOf(symbol: string): Promise<Reply> {
  const { prices } = await reportStored(api.db, symbol)
  const days = prices.map(({ date, close }): [string, number] => [`${date}T13:30:00Z`, close])
  const last = prices.at(-1)?.close ?? 1
  return makeChart({ symbol, closes: [...days, ['2026-06-04T13:30:00Z', last]] })
}

async function readKnown(): Promise<Record<string, string | null>> {
  const funds = await api.db
    .selectFrom('fund')
    .select(['symbol', 'known_until'])
    .where('symbol', 'in', symbols)
    .execute()
  return Object.fromEntries(funds.map(({ symbol, known_until }) => [symbol, known_until]))
}

/** Charts of funds; those of their underlyings follow once all are stored. */
const countCharts = () =>
  fixture.yahoo.asked.filter((path) => /^\/v8\/finance\/chart\/(?:\w{3}[WY]|MSTY)\b/.test(path)).length

test('two 429s in a row stop a collection, which stores its results and later continues from there', async () => {
  fixture.yahoo.charts.push(await chartOf('AAPW'), await chartOf('MSTY'), 429)
  const { collector } = api.services
  const { results, errors, stopped } = await collector.collectGroup('all')
  expect(results.map(({ ticker }) => ticker)).toEqual(['AAPW', 'MSTY'])
  expect(errors.map(({ ticker }) => ticker)).toEqual(['NVDW', 'PLTW'])
  const sentence =
    'PLTW could not be collected: Yahoo Finance refuses further requests for now (429). 2 of 5 funds were collected before the collection stopped; it resumes at 19:15 on June 4, 2026 (New York).'
  expect(stopped).toBe(sentence)
  // Three attempts for each of two funds; the fifth fund and all options were skipped.
  expect(fixture.yahoo.asked).toHaveLength(2 + 6)
  expect(await readSourceState(api.db, 'collection-pause')).toEqual({
    until: '2026-06-04T23:15:00.000Z',
    hours: 1
  })
  expect(await readSourceFault(api.db)).toBe(sentence)
  expect(api.logged.join()).toContain(sentence)
  const logs = await api.db.selectFrom('admin_log').selectAll().orderBy('id', 'desc').execute()
  expect(logs[0]).toMatchObject({ level: 'ERROR', message: expect.stringContaining(sentence) })
  expect(await readKnown()).toEqual({
    AAPW: '2026-06-04',
    MSTY: '2026-06-04',
    NVDW: '2026-05-29',
    PLTW: '2026-05-29',
    SMCY: '2026-05-29'
  })

  // Another process, as after a restart.
  const restarted = createCollector(api.services)
  now = new Date('2026-06-04T23:15:00Z')
  fixture.yahoo.charts.splice(0, 1, await chartOf('NVDW'), await chartOf('PLTW'), await chartOf('SMCY'))
  const before = countCharts()
  const rest = await restarted.collectMissed()
  expect([rest.results.map(({ ticker }) => ticker), rest.stopped]).toEqual([['NVDW', 'PLTW', 'SMCY'], null])
  expect(countCharts() - before).toBe(3)
  expect([await readSourceState(api.db, 'collection-pause'), await readSourceFault(api.db)]).toEqual([
    null,
    null
  ])
  expect((await restarted.collectMissed()).results).toEqual([])
})

test('repeated blocks lengthen the pause, at least to what the source asks for', async () => {
  fixture.yahoo.charts.push(429)
  const hours: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await api.services.collector.collectMissed()
    const until = (await readSourceState(api.db, 'collection-pause'))?.until ?? ''
    hours.push((Date.parse(until) - now.getTime()) / 3_600_000)
  }
  expect(hours).toEqual([1, 2, 4, 8, 8])
  fixture.yahoo.charts.splice(0, 1, { status: 429, headers: { 'retry-after': '86400' }, body: '' })
  await api.services.collector.collectMissed()
  const until = (await readSourceState(api.db, 'collection-pause'))?.until ?? ''
  // A day, minus the duration of the request by the source's clock.
  expect((Date.parse(until) - now.getTime()) / 3_600_000).toBeCloseTo(24, 1)
})

test('no response for the first fund stops a collection, pauses it for minutes, and is reported', async () => {
  const away = await startYahooFixture({ now: evening, timeoutMs: 10 })
  away.yahoo.charts.push(null)
  const collector = createCollector({ ...api.services, market: away.market })
  const minutes: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { errors, stopped } = await collector.collectMissed()
    expect(errors.map(({ ticker }) => ticker)).toEqual(['AAPW'])
    const until = (await readSourceState(api.db, 'collection-pause'))?.until ?? ''
    minutes.push((Date.parse(until) - now.getTime()) / 60_000)
    expect(await readSourceFault(api.db)).toBe(stopped)
  }
  expect(minutes).toEqual([5, 10, 20, 40, 60])
  expect(api.logged.join()).toContain('AAPW could not be collected: Yahoo Finance did not answer within')
  // Three attempts for one fund, each time. Counted by the pauses after them, because on a busy machine a request may be
  // given up before it reaches the server; the last pause would delay a next collection.
  expect(away.slept).toEqual(Array(5).fill([1000, 2000, 4000]).flat().slice(0, -1))
  await away.close()
})

test('two funds in a row without a response stop a collection', async () => {
  const away = await startYahooFixture({ now: evening, timeoutMs: 10 })
  const stored = await reportStored(api.db, 'AAPW')
  const market = {
    ...away.market,
    collectFund: async (...request: Parameters<typeof away.market.collectFund>) =>
      request[0] === 'AAPW' ? stored : away.market.collectFund(...request)
  }
  away.yahoo.charts.push(null)
  const { results, errors } = await createCollector({ ...api.services, market }).collectGroup('all')
  expect(results.map(({ ticker }) => ticker)).toEqual(['AAPW'])
  expect(errors.map(({ ticker }) => ticker)).toEqual(['MSTY', 'NVDW'])
  await away.close()
})

test("a 429 between successful funds doesn't stop the collection", async () => {
  const charts = await Promise.all(symbols.map(chartOf))
  fixture.yahoo.charts.push(...charts.slice(0, 2), 429, 429, 429, ...charts.slice(3))
  const { errors, stopped } = await api.services.collector.collectGroup('all')
  expect([errors.map(({ ticker }) => ticker), stopped]).toEqual([['NVDW'], null])
  expect(await readSourceFault(api.db)).toBeNull()
})

test('two funds in a row with server errors stop a collection', async () => {
  fixture.yahoo.charts.push(503)
  const { results, errors, stopped } = await api.services.collector.collectGroup('all')
  expect([results, errors.map(({ ticker }) => ticker)]).toEqual([[], ['AAPW', 'MSTY']])
  expect(stopped).toContain('MSTY could not be collected: Yahoo Finance answered with an error (503).')
  expect((await readSourceState(api.db, 'collection-pause'))?.until).toBe('2026-06-04T22:20:00.000Z')
})

test('a collection that the operator stops finishes its fund and saves what it has, without a pause', async () => {
  fixture.yahoo.charts.push(...(await Promise.all(symbols.map(chartOf))))
  let isSecond = false
  const collectFund = async (...request: Parameters<typeof fixture.market.collectFund>) => {
    if (request[0] === 'MSTY' && !isSecond) await collector.stopCollection('all')
    return fixture.market.collectFund(...request)
  }
  const collector = createCollector({ ...api.services, market: { ...fixture.market, collectFund } })
  await expect(collector.stopCollection('all')).rejects.toThrow('This collection isn’t running.')
  const { results, errors, stopped } = await collector.collectGroup('all')
  expect([results.map(({ ticker }) => ticker), errors]).toEqual([['AAPW', 'MSTY'], []])
  expect(stopped).toBe('Stopped by the operator. 2 of 5 funds were collected.')
  expect([await readSourceState(api.db, 'collection-pause'), await readSourceFault(api.db)]).toEqual([
    null,
    null
  ])
  expect(await readKnown()).toMatchObject({ AAPW: '2026-06-04', MSTY: '2026-06-04', NVDW: '2026-05-29' })
  // A request to stop ends with its collection.
  isSecond = true
  expect((await collector.collectGroup('all')).stopped).toBeNull()
})

test('a source that fails for most funds is faulty until one collection works', async () => {
  const [, second, , fourth] = await Promise.all(symbols.map(chartOf))
  const failure = [500, 500, 500]
  fixture.yahoo.charts.push(...failure, second ?? 500, ...failure, fourth ?? 500, 500)
  await api.services.collector.collectGroup('all')
  const fault =
    '3 of 5 funds could not be collected; the last one: SMCY could not be collected: Yahoo Finance answered with an error (500).'
  expect(await readSourceFault(api.db)).toBe(fault)
  expect(api.logged.join()).toContain('SMCY could not be collected')
  expect(await readSourceState(api.db, 'collection-pause')).toBeNull()
  // The funds that waited longest come first.
  const waiting = ['AAPW', 'NVDW', 'SMCY', 'MSTY', 'PLTW']
  fixture.yahoo.charts.splice(0, 1, ...(await Promise.all(waiting.map(chartOf))))
  await api.services.collector.collectGroup('all')
  expect(await readSourceFault(api.db)).toBeNull()
})

test('options are fetched after all charts, for three funds at a time, each once a week', async () => {
  fixture.yahoo.charts.push(...(await Promise.all(symbols.map(chartOf))))
  await api.services.collector.collectGroup('all')
  const paths = fixture.yahoo.asked.map((path) => path.split('?')[0])
  expect(paths.slice(0, 5).every((path) => path?.startsWith('/v8/finance/chart/'))).toBe(true)
  // The option chains of the underlyings are fetched afterwards, for implied volatility.
  const optionsOf = (list: readonly (string | undefined)[]) =>
    list
      .flatMap((path) => /^\/v7\/finance\/options\/(\w+)/.exec(path ?? '')?.[1] ?? [])
      .filter((symbol) => symbols.includes(symbol))
  expect(optionsOf(paths)).toEqual(['AAPW', 'MSTY', 'NVDW'])

  async function collectAgain(instant: string): Promise<string[]> {
    now = new Date(instant)
    const before = fixture.yahoo.asked.length
    fixture.yahoo.charts.splice(0, fixture.yahoo.charts.length, ...(await Promise.all(symbols.map(chartOf))))
    await api.services.collector.collectGroup('all')
    return optionsOf(fixture.yahoo.asked.slice(before))
  }
  expect(await collectAgain('2026-06-05T22:15:00Z')).toEqual(['PLTW', 'SMCY'])
  expect(await collectAgain('2026-06-08T22:15:00Z')).toEqual([])
  expect(await collectAgain('2026-06-11T22:15:00Z')).toEqual(['AAPW', 'MSTY', 'NVDW'])
})

test('a block while fetching options costs only options', async () => {
  fixture.yahoo.charts.push(...(await Promise.all(symbols.map(chartOf))))
  fixture.yahoo.options.splice(0, 1, noOptions, 429)
  const { errors, stopped } = await api.services.collector.collectGroup('all')
  expect([errors, stopped, await readSourceState(api.db, 'collection-pause')]).toEqual([[], null, null])
  const fetched = await api.db
    .selectFrom('fund')
    .select('symbol')
    .where('options_asked_at', 'is not', null)
    .execute()
  expect(fetched).toEqual([{ symbol: 'AAPW' }])
  expect(api.logged.join()).toContain('The options of MSTY could not be collected')
})

test('no other collection starts during a collection of all groups', async () => {
  await api.close()
  const answered = Promise.withResolvers<void>()
  const answerLater = async () => {
    await answered.promise
    return reportStored(api.db, 'AAPW')
  }
  const market = makeMarket({ AAPW: answerLater })
  Object.assign(api, await startApi({ services: { market } }))
  const headers = await api.signIn()
  const first = api.post('/api/admin/collect-all/all', {}, headers)
  await expect
    .poll(async () => (await api.get('/api/admin/collection', headers)).body)
    .toMatchObject({ running: [{ group: 'all', done: 0, total: 66, current: 'AAPW' }] })
  for (const group of ['all', 'weekly-etfs'])
    expect(await api.post(`/api/admin/collect-all/${group}`, {}, headers)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/Please wait\.$/) }
    })
  answered.resolve()
  expect(await first).toMatchObject({ status: 200, body: { stopped: null } })
})
