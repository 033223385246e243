import { expect, test } from 'vitest'
import { forEachTest } from '../../../testing/fixtures.ts'
import { startYahooFixture } from '../../../testing/yahoo-market.ts'
import { makeSpark, type Reply } from '../../../testing/yahoo-server.ts'

const fixture = forEachTest(() => startYahooFixture())
const week: [string, number][] = ['26', '27', '28', '29'].map((day) => [`2026-05-${day}T13:30:00Z`, 20.5])

function collect(reply: Reply, symbols: readonly string[], since = '2026-05-22') {
  fixture.yahoo.sparks.push(reply)
  return fixture.market.collectManyCloses?.(symbols.map((symbol) => ({ symbol, since })))
}

test('closes of several symbols need one request; unknown, incomplete or non-dollar ones are left out', async () => {
  const reply = makeSpark([
    { symbol: 'MSTR', closes: week },
    { symbol: 'BTC-USD', zone: 'UTC', closes: week },
    { symbol: 'COIN', closes: week.slice(2) },
    { symbol: 'SHOP', currency: 'CAD', closes: week }
  ])
  const found = await collect(reply, ['MSTR', 'BTC-USD', 'COIN', 'SHOP', 'GONE'])
  expect([...(found?.keys() ?? [])]).toEqual(['MSTR', 'BTC-USD'])
  expect(found?.get('MSTR')).toEqual({
    closes: ['26', '27', '28', '29'].map((day) => ({ date: `2026-05-${day}`, close: 20.5 })),
    sourceName: 'Yahoo Finance figures'
  })
  const query = new URLSearchParams(fixture.yahoo.asked[0]?.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    symbols: 'MSTR,BTC-USD,COIN,SHOP,GONE',
    range: '1mo',
    interval: '1d'
  })
})

test.each([
  ['2026-05-01', '1y'],
  ['2024-05-01', '5y'],
  ['2013-05-01', 'max']
])('closes since %s are requested as %s', async (since, range) => {
  expect(await collect(makeSpark([{ symbol: 'MSTR', closes: week }]), ['MSTR'], since)).toEqual(new Map())
  expect(fixture.yahoo.asked[0]).toContain(`range=${range}`)
})

test.each([
  [404, 'Closes of 1 symbols could not be collected: Yahoo Finance answered with an error (404).'],
  [{ body: { spark: { result: null } } }, 'Yahoo Finance sent closes in an unknown format.']
])('without readable closes (%j) the request fails with one sentence', async (reply, sentence) => {
  await expect(collect(reply, ['MSTR'])).rejects.toThrow(sentence)
})

test('closes that no share can have are left out', async () => {
  const impossible: [string, number][] = [
    ['2026-05-21T13:30:00Z', 0],
    ['2026-05-22T13:30:00Z', -1]
  ]
  const found = await collect(makeSpark([{ symbol: 'MSTR', closes: [...impossible, ...week] }]), ['MSTR'])
  expect(found?.get('MSTR')?.closes.map(({ close }) => close)).toEqual([20.5, 20.5, 20.5, 20.5])
})
