import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bar, goodChart, startYahooRig, type YahooRig } from '../../testing/yahoo-market.ts'
import { makeChart, type Reply } from '../../testing/yahoo-server.ts'

let rig: YahooRig

beforeEach(async () => {
  rig = await startYahooRig()
})
afterEach(() => rig.stop())

test('after a 429 a request is tried again when Retry-After says', async () => {
  rig.yahoo.charts.push({ status: 429, headers: { 'retry-after': '7' }, body: 'Too Many Requests' })
  expect((await rig.collect(goodChart)).prices).toHaveLength(1)
  expect(rig.slept[0]).toBe(7000)
})

test('a server error is tried three times, twice as long apart each time, and then reported', async () => {
  await expect(rig.collect({ status: 503, body: '<html>' })).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance answered with an error (503).'
  )
  expect(rig.yahoo.asked).toHaveLength(3)
  expect(rig.slept).toEqual([1000, 2000])
})

test('429 for ever ends after three tries, and the next fund waits too', async () => {
  await expect(rig.collect(429)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance refuses further requests for now (429).'
  )
  expect(rig.slept).toEqual([1000, 2000])
  rig.yahoo.charts.splice(0, 1, goodChart)
  await rig.market.collectFund('MSTY', '2026-05-20')
  expect(rig.slept[2]).toBe(4000)
})

test.each([
  [400, "Data doesn't exist for startDate = 1779249600, endDate = 1780099200"],
  [400, 'No data found, symbol may be delisted'],
  [404, 'No data found, symbol may be delisted']
])('a %i with "%s" says that the fund is unknown', async (status, description) => {
  const body = { chart: { result: null, error: { code: 'Bad Request', description } } }
  await expect(rig.collect({ status, body })).rejects.toMatchObject({
    name: 'UnknownFundError',
    message: 'Yahoo Finance knows no MSTY.'
  })
})

test('what is refused with a 429 says for how long, anything else does not', async () => {
  rig.yahoo.charts.push({ status: 429, headers: { 'retry-after': '300' }, body: '' })
  await expect(rig.collect(goodChart)).rejects.toMatchObject({ blockedForMs: 300_000 })
  await rig.stop()
  rig = await startYahooRig()
  await expect(rig.collect(429)).rejects.toMatchObject({ blockedForMs: 0 })
  rig.yahoo.charts.splice(0, 1, 503)
  await expect(rig.market.collectFund('MSTY', '2026-05-20')).rejects.toMatchObject({ blockedForMs: null })
})

test.each<[string, Reply, string]>([
  [
    'its own text of a 400',
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
    'sends larger headers than Node takes; start the service with NODE_OPTIONS=--max-http-header-size=65536'
  ]
])('%s is named for what it is, at once', async (_what, reply, words) => {
  await expect(rig.collect(reply)).rejects.toThrow(`MSTY could not be collected: Yahoo Finance ${words}.`)
  expect(rig.yahoo.asked).toHaveLength(1)
})

test('a pause of minutes is not waited for: this fund and the next fail at once', async () => {
  rig.yahoo.charts.push({
    status: 429,
    headers: { 'retry-after': 'Sat, 30 May 2026 00:05:00 GMT' },
    body: ''
  })
  for (const _fund of ['first', 'next']) {
    await expect(rig.collect(goodChart)).rejects.toThrow(
      'MSTY could not be collected: Yahoo Finance asks for a pause of 300 seconds.'
    )
  }
  expect([rig.yahoo.asked.length, rig.slept]).toEqual([1, []])
})

test('an answer that does not come is given up, tried again, and reported', async () => {
  await rig.stop()
  rig = await startYahooRig({ timeoutMs: 30 })
  await expect(rig.collect(null)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance did not answer within 0.03 seconds.'
  )
  expect(rig.yahoo.asked).toHaveLength(3)
})

test('a server that is not there is reported', async () => {
  await rig.stop()
  await expect(rig.collect(goodChart)).rejects.toThrow(
    'MSTY could not be collected: Yahoo Finance could not be reached.'
  )
  rig = await startYahooRig()
})

test('requests leave one after the other, half a second apart, however many callers there are', async () => {
  rig.yahoo.charts.push(goodChart)
  await Promise.all(
    [1, 2, 3].flatMap(() => [
      rig.market.collectFund('MSTY', '2026-05-20'),
      rig.market.collectVolatility('MSTY')
    ])
  )
  // Three charts, three chains, and the two requests for the crumb, once for all.
  expect(rig.yahoo.asked).toHaveLength(8)
  expect(rig.slept).toEqual(new Array(7).fill(500))
})

test('nothing is printed, whatever comes', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'dir'] as const).map((name) => vi.spyOn(console, name))
  for (const reply of [
    goodChart,
    { status: 400, body: 'no' },
    { body: '<html>' },
    { body: { chart: { result: [{}] } } }
  ]) {
    rig.yahoo.charts.splice(0)
    await rig.collect(reply).catch(() => undefined)
  }
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

test('the check calls the provider once a minute at most', async () => {
  rig.yahoo.charts.push(makeChart({ symbol: 'SPY', closes: [bar] }))
  await Promise.all([rig.market.check(), rig.market.check()])
  await rig.market.check()
  expect(rig.yahoo.asked).toHaveLength(1)
})

test('a provider that has just answered for a fund is not called by the check', async () => {
  await rig.collect(goodChart)
  const asked = rig.yahoo.asked.length
  await rig.market.check()
  expect(rig.yahoo.asked).toHaveLength(asked)
})

test('the check reports why there is no answer', async () => {
  rig.yahoo.charts.push(500)
  await expect(rig.market.check()).rejects.toThrow(
    'SPY could not be collected: Yahoo Finance answered with an error (500).'
  )
})
