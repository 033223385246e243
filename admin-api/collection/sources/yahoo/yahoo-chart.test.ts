import { expect, test } from 'vitest'
import { forEachTest } from '../../../testing/fixtures.ts'
import { bar, startYahooFixture } from '../../../testing/yahoo-market.ts'
import { makeChart, type Reply } from '../../../testing/yahoo-server.ts'
import { checkCollected } from '../../checks/check-collected.ts'

const fixture = forEachTest(() => startYahooFixture())

test('closes, payments and splits have New York days, oldest first, without rounding noise', async () => {
  const fund = await fixture.collect(
    makeChart({
      closes: [
        ['2026-05-27T13:30:00Z', 19.5],
        ['2026-05-28T13:30:00Z', 21.25],
        ['2026-05-29T13:30:00Z', 20.040000915527344]
      ],
      dividends: [
        ['2026-05-28T13:30:00Z', 0.33500000834465027],
        ['2026-05-21T13:30:00Z', 0.31]
      ],
      splits: [['2026-05-26T13:30:00Z', 10, 1]]
    })
  )
  expect(fund).toEqual({
    prices: [
      { date: '2026-05-27', close: 19.5 },
      { date: '2026-05-28', close: 21.25 },
      { date: '2026-05-29', close: 20.04 }
    ],
    payments: [
      { exDate: '2026-05-21', payDate: null, amount: 0.31 },
      { exDate: '2026-05-28', payDate: null, amount: 0.335 }
    ],
    splits: [{ date: '2026-05-26', oldShares: 10, newShares: 1 }]
  })
  expect(fixture.yahoo.asked[0]).toMatch(/^\/v8\/finance\/chart\/MSTY\?.*interval=1d/)
})

test.each([
  ['summer time begins', '2026-03-06T14:30:00Z', '2026-03-09T13:30:00Z', ['2026-03-06', '2026-03-09']],
  ['summer time ends', '2025-10-31T13:30:00Z', '2025-11-03T14:30:00Z', ['2025-10-31', '2025-11-03']],
  ['bars begin at midnight', '2025-10-31T04:00:00Z', '2025-11-03T05:00:00Z', ['2025-10-31', '2025-11-03']]
])('when %s, days are those of New York', async (_what, before, after, days) => {
  const closes: [string, number][] = [
    [before, 10],
    [after, 11]
  ]
  const { prices } = await fixture.collect(makeChart({ closes }), '2025-01-01')
  expect(prices.map(({ date }) => date)).toEqual(days)
})

test('improbable values are passed on to the checks', async () => {
  const fund = await fixture.collect(
    makeChart({
      closes: [bar, ['2026-05-28T13:30:00Z', -3]],
      dividends: [
        ['2027-05-27T13:30:00Z', 0.3],
        ['2026-05-28T13:30:00Z', -0.3]
      ],
      splits: [['2026-05-28T13:30:00Z', 10, 0]]
    })
  )
  expect(fund).toMatchObject({
    prices: [
      { date: '2026-05-28', close: -3 },
      { date: '2026-05-29', close: 20.04 }
    ],
    payments: [
      { exDate: '2026-05-28', amount: -0.3 },
      { exDate: '2027-05-27', amount: 0.3 }
    ],
    splits: [{ date: '2026-05-28', oldShares: 10, newShares: 0 }]
  })
})

test.each([
  { name: 'is part of a larger dividend', dividend: 0.36, gain: 0.06, amount: 0.36, otherAmount: 0.42 },
  { name: 'may be all of the dividend', dividend: 0.3, gain: 0.3, amount: 0.3, otherAmount: 0.6 },
  {
    name: 'larger than the dividend is paid besides',
    dividend: 0.3,
    gain: 0.5,
    amount: 0.8,
    otherAmount: undefined
  }
])('a capital gain $name', async ({ dividend, gain, amount, otherAmount }) => {
  const fund = await fixture.collect(
    makeChart({
      closes: [bar],
      dividends: [['2026-05-28T13:30:00Z', dividend]],
      capitalGains: [['2026-05-28T13:30:00Z', gain]]
    })
  )
  expect(fixture.yahoo.asked[0]).toContain('capitalGain')
  const checked = checkCollected('MSTY', { ...fund, impliedVolatility: null }, '2026-05-29')
  expect(checked.payments).toEqual([
    { exDate: '2026-05-28', payDate: null, amount, ...(otherAmount !== undefined && { otherAmount }) }
  ])
})

test('a capital gain on a day without a dividend is a payment', async () => {
  const fund = await fixture.collect(
    makeChart({ closes: [bar], capitalGains: [['2026-05-28T13:30:00Z', 0.5]] })
  )
  expect(fund.payments).toMatchObject([{ exDate: '2026-05-28', amount: 0.5 }])
})

test('days without a close and days before the requested span are dropped', async () => {
  const reply = makeChart({
    closes: [
      ['2026-05-19T13:30:00Z', 19],
      ['2026-05-27T13:30:00Z', null],
      ['2026-05-28T13:30:00Z', 21]
    ],
    dividends: [['2026-05-14T13:30:00Z', 0.3]]
  })
  expect(await fixture.collect(reply)).toMatchObject({
    prices: [{ date: '2026-05-28', close: 21 }],
    payments: []
  })
})

test.each([
  ['2026-05-29T17:00:00Z', ['2026-05-28']],
  ['2026-05-29T20:29:00Z', ['2026-05-28']],
  ['2026-05-29T20:30:00Z', ['2026-05-28', '2026-05-29']]
])('at %s there are closes of %j: a day is over at 16:30 in New York', async (time, days) => {
  await fixture.close()
  Object.assign(fixture, await startYahooFixture({ now: new Date(time) }))
  const closes: [string, number][] = [
    ['2026-05-28T13:30:00Z', 21],
    ['2026-05-29T13:30:00Z', 20]
  ]
  expect((await fixture.collect(makeChart({ closes }))).prices.map(({ date }) => date)).toEqual(days)
})

test('if one day has two bars, the later one is used', async () => {
  const closes: [string, number][] = [
    ['2026-05-29T13:30:00Z', 20],
    ['2026-05-29T20:00:00Z', 20.1]
  ]
  expect((await fixture.collect(makeChart({ closes }))).prices).toEqual([{ date: '2026-05-29', close: 20.1 }])
})

test.each<[string, Reply, string]>([
  ['another symbol', makeChart({ symbol: 'TSLY', closes: [bar] }), 'answered for "TSLY" instead of MSTY.'],
  [
    'another currency',
    makeChart({ currency: 'CAD', closes: [bar] }),
    'reports MSTY in "CAD", not in US dollars.'
  ],
  [
    'another exchange',
    makeChart({ zone: 'America/Toronto', closes: [bar] }),
    'reports MSTY from an exchange in "America/Toronto", not in New York.'
  ],
  [
    'only a close of the year 1970',
    makeChart({ closes: [['1970-01-01T13:30:00Z', 20]] }),
    'has no prices for MSTY since 2026-05-20.'
  ],
  ['no day at all', makeChart(), 'has no prices for MSTY since 2026-05-20.'],
  [
    'no close at all',
    makeChart({ closes: [['2026-05-29T13:30:00Z', null]] }),
    'has no prices for MSTY since 2026-05-20.'
  ],
  ['truncated JSON', { body: '{"chart":{"result":[{"meta":{' }, 'sent an unreadable response for MSTY.'],
  ['an empty body', { body: '' }, 'sent an unreadable response for MSTY.'],
  ['an empty object', { body: {} }, 'sent an unreadable response for MSTY.'],
  [
    'a page instead of figures',
    { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Will be right back' },
    'sent an unreadable response for MSTY.'
  ],
  [
    'prices that are words',
    {
      body: { chart: { result: [{ meta: {}, timestamp: ['x'], indicators: { quote: [{ close: ['y'] }] } }] } }
    },
    'sent an unknown format for MSTY.'
  ],
  [
    'a symbol it does not know',
    { status: 404, body: { chart: { result: null, error: { code: 'Not Found' } } } },
    "doesn't know MSTY."
  ]
])('%s fails with one sentence, without a retry', async (_what, reply, sentence) => {
  // A traded fund gets neither of these errors.
  const isUnknown = ["doesn't know MSTY.", 'has no prices for MSTY since 2026-05-20.'].includes(sentence)
  await expect(fixture.collect(reply)).rejects.toMatchObject({
    name: isUnknown ? 'UnknownFundError' : 'MarketDataError',
    message: `Yahoo Finance ${sentence}`
  })
  expect(fixture.yahoo.asked).toHaveLength(1)
})
