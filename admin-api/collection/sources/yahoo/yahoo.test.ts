import { expect, test, vi } from 'vitest'
import { forEachTest } from '../../../testing/fixtures.ts'
import { bar, goodChart, startYahooFixture } from '../../../testing/yahoo-market.ts'
import { makeChart, type Reply } from '../../../testing/yahoo-server.ts'

const fixture = forEachTest(() => startYahooFixture())

test('after a 429 the request is retried after the time in Retry-After', async () => {
  fixture.yahoo.charts.push({ status: 429, headers: { 'retry-after': '7' }, body: 'Too Many Requests' })
  expect((await fixture.collect(goodChart)).prices).toHaveLength(1)
  expect(fixture.slept[0]).toBe(7000)
})

test('after a server error three attempts are made with doubled delays, then it is reported', async () => {
  await expect(fixture.collect({ status: 503, body: '<html>' })).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance answered with an error (503).'
  )
  expect(fixture.yahoo.asked).toHaveLength(3)
  expect(fixture.slept).toEqual([1000, 2000])
})

test('permanent 429s end after three attempts, and the next fund waits, too', async () => {
  await expect(fixture.collect(429)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance refuses further requests for now (429).'
  )
  expect(fixture.slept).toEqual([1000, 2000])
  fixture.yahoo.charts.splice(0, 1, goodChart)
  await fixture.market.collectFund('MSTY', '2026-05-20')
  expect(fixture.slept[2]).toBe(4000)
})

test.each([
  [400, "Data doesn't exist for startDate = 1779249600, endDate = 1780099200"],
  [400, 'No data found, symbol may be delisted'],
  [404, 'No data found, symbol may be delisted']
])('a %i with "%s" says that the fund is unknown', async (status, description) => {
  const body = { chart: { result: null, error: { code: 'Bad Request', description } } }
  await expect(fixture.collect({ status, body })).rejects.toMatchObject({
    name: 'UnknownFundError',
    message: "Yahoo Finance doesn't know MSTY."
  })
})

test('a 429 failure has the requested pause, others have none', async () => {
  fixture.yahoo.charts.push({ status: 429, headers: { 'retry-after': '300' }, body: '' })
  await expect(fixture.collect(goodChart)).rejects.toMatchObject({ blockedForMs: 300_000 })
  await fixture.close()
  Object.assign(fixture, await startYahooFixture())
  await expect(fixture.collect(429)).rejects.toMatchObject({ blockedForMs: 0 })
  fixture.yahoo.charts.splice(0, 1, 503)
  await expect(fixture.market.collectFund('MSTY', '2026-05-20')).rejects.toMatchObject({ blockedForMs: null })
})

test.each<[string, Reply, string]>([
  [
    'the error text of a 400',
    {
      status: 400,
      body: {
        chart: { result: null, error: { code: 'Bad Request', description: 'Invalid input - start\ndate' } }
      }
    },
    'answered: "Invalid input - start date" (400)'
  ],
  ['a 400 without a text', { status: 400, body: 'no' }, 'answered with an error (400)'],
  [
    'a page that asks for consent',
    {
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><form action="https://consent.yahoo.com/v2/collectConsent?sessionId=1">'
    },
    'sends a page that asks for consent to cookies instead of figures, as it does to addresses in Europe'
  ],
  [
    'headers that are too large',
    { headers: { 'set-cookie': `A3=${'x'.repeat(20_000)}` }, body: '{}' },
    'sends larger headers than Node accepts; start the service with NODE_OPTIONS=--max-http-header-size=65536'
  ]
])('%s is reported with its own message, without a retry', async (_what, reply, words) => {
  await expect(fixture.collect(reply)).rejects.toThrow(`MSTY could not be collected: Yahoo Finance ${words}.`)
  expect(fixture.yahoo.asked).toHaveLength(1)
})

test('a 429 with a pause of minutes fails this fund and the next one without another request', async () => {
  fixture.yahoo.charts.push({
    status: 429,
    headers: { 'retry-after': 'Sat, 30 May 2026 00:05:00 GMT' },
    body: ''
  })
  for (const _fund of ['first', 'next']) {
    await expect(fixture.collect(goodChart)).rejects.toThrow(
      'MSTY could not be collected: Yahoo Finance asks for a pause of 300 seconds.'
    )
  }
  expect([fixture.yahoo.asked.length, fixture.slept]).toEqual([1, []])
})

test("a response that doesn't arrive times out, is retried and reported", async () => {
  await fixture.close()
  Object.assign(fixture, await startYahooFixture({ timeoutMs: 30 }))
  await expect(fixture.collect(null)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance did not answer within 0.03 seconds.'
  )
  // Counted by pauses: on a busy machine a request may be given up before it reaches the server.
  expect(fixture.slept).toEqual([1000, 2000])
})

test('an unreachable server is reported', async () => {
  await fixture.close()
  await expect(fixture.collect(goodChart)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance could not be reached.'
  )
  Object.assign(fixture, await startYahooFixture())
})

test('requests are sent one at a time, half a second apart, even with concurrent callers', async () => {
  fixture.yahoo.charts.push(goodChart)
  await Promise.all(
    [1, 2, 3].flatMap(() => [
      fixture.market.collectFund('MSTY', '2026-05-20'),
      fixture.market.collectVolatility('MSTY')
    ])
  )
  // Three charts, three chains, and two requests for the shared crumb.
  expect(fixture.yahoo.asked).toHaveLength(8)
  expect(fixture.slept).toEqual(new Array(7).fill(500))
})

test('nothing is printed to the console, whatever the response', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'dir'] as const).map((name) => vi.spyOn(console, name))
  for (const reply of [
    goodChart,
    { status: 400, body: 'no' },
    { body: '<html>' },
    { body: { chart: { result: [{}] } } }
  ]) {
    fixture.yahoo.charts.splice(0)
    await fixture.collect(reply).catch(() => undefined)
  }
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

test('the check calls the provider once a minute at most', async () => {
  fixture.yahoo.charts.push(makeChart({ symbol: 'SPY', closes: [bar] }))
  await Promise.all([fixture.market.check(), fixture.market.check()])
  await fixture.market.check()
  expect(fixture.yahoo.asked).toHaveLength(1)
})

test('a provider that just responded is not called by the check', async () => {
  await fixture.collect(goodChart)
  const asked = fixture.yahoo.asked.length
  await fixture.market.check()
  expect(fixture.yahoo.asked).toHaveLength(asked)
})

test('the check reports why there is no response', async () => {
  fixture.yahoo.charts.push(500)
  await expect(fixture.market.check()).rejects.toThrow(
    'SPY could not be collected: Yahoo Finance answered with an error (500).'
  )
})
