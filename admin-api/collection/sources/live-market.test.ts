import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeMarket } from '../../testing/fake-market.ts'
import { createLiveMarketData } from './live-market.ts'
import { MarketDataError, UnknownFundError } from './market-data.ts'
import { RequestFailure } from './rate-limited-fetch.ts'

const chart = { prices: [], payments: [], splits: [], impliedVolatility: null }
const refusal = new MarketDataError('Yahoo refuses.', { blockedForMs: 3_600_000 })
const away = new MarketDataError('No answer.', { isUnreachable: true })

/** Two sources that respond with `answers`, and the names of those that were queried. */
function setUp({ isLive = true } = {}) {
  const answers: Record<'Yahoo' | 'Nasdaq', Error | typeof chart> = { Yahoo: chart, Nasdaq: chart }
  const queried: string[] = []
  let now = Date.parse('2026-06-01T12:00:00Z')
  const open = (name: 'Yahoo' | 'Nasdaq', hasSplits: boolean) => {
    const query = async () => {
      queried.push(name)
      const answer = answers[name]
      if (answer instanceof Error) throw answer
      return answer
    }
    const check = async () => void (await query())
    return { ...makeMarket({}, name), collectFund: query, check, hasSplits }
  }
  const market = createLiveMarketData(
    [open('Yahoo', true), open('Nasdaq', false)],
    { clock: () => new Date(now), log: pino({ level: 'silent' }) },
    { isLive, nameBefore: 'Public records' }
  )
  const collect = (since = '2026-05-01') => market.collectFund('MSTY', since)
  return { answers, queried, market, collect, advance: (ms: number) => (now += ms) }
}

test('while the first source refuses, the second stands in and is named; then the first is queried again', async () => {
  const { answers, queried, collect, advance } = setUp()
  answers.Yahoo = refusal
  expect(await collect()).toMatchObject({ sourceName: 'Nasdaq' })
  expect(await collect()).toMatchObject({ sourceName: 'Nasdaq' })
  expect(queried).toEqual(['Yahoo', 'Nasdaq', 'Nasdaq'])
  advance(3_600_001)
  answers.Yahoo = chart
  expect(await collect()).toMatchObject({ sourceName: 'Yahoo' })
})

test('after two server errors in a row a source is not queried for the rest of the collection', async () => {
  const { answers, queried, collect, advance } = setUp()
  const broken = new MarketDataError('Yahoo answered with an error (503).', {
    cause: new RequestFailure('answered with an error (503)', { status: 503 })
  })
  answers.Yahoo = broken
  await collect()
  answers.Yahoo = chart
  await collect()
  // A single error may be about one fund.
  answers.Yahoo = broken
  expect(await collect()).toMatchObject({ sourceName: 'Nasdaq', isStandIn: true })
  await collect()
  queried.length = 0
  for (let fund = 0; fund < 10; fund += 1) await collect()
  expect(queried).toEqual(Array(10).fill('Nasdaq'))
  // Without a source that stands in, the collection learns that it should stop.
  await expect(collect('2020-01-01')).rejects.toMatchObject({ isUnreachable: true })
  advance(5 * 60_000)
  answers.Yahoo = chart
  expect(await collect()).toMatchObject({ sourceName: 'Yahoo' })
})

test('a full history is requested only from a source that reports splits', async () => {
  const { answers, queried, collect } = setUp()
  answers.Yahoo = refusal
  await expect(collect('2020-01-01')).rejects.toBe(refusal)
  expect(queried).toEqual(['Yahoo'])
})

test('a fund that the working first source does not know is unknown, whatever other sources report', async () => {
  const { answers, queried, collect } = setUp()
  answers.Yahoo = new UnknownFundError('Yahoo knows no MSTY.')
  await expect(collect()).rejects.toThrow(UnknownFundError)
  expect(queried).toEqual(['Yahoo'])
})

test('when all sources fail, the refusal of the first one determines when collection continues', async () => {
  const { answers, collect } = setUp()
  answers.Yahoo = refusal
  answers.Nasdaq = away
  await expect(collect()).rejects.toBe(refusal)
})

test('nothing is live until a source responds, and then it stays live', async () => {
  const { answers, market } = setUp({ isLive: false })
  Object.assign(answers, { Yahoo: away, Nasdaq: away })
  expect(await market.connect()).toBe(false)
  expect([market.isLive, market.name]).toEqual([false, 'Public records'])
  answers.Nasdaq = chart
  expect(await market.connect()).toBe(true)
  expect([market.isLive, market.name]).toEqual([true, 'Nasdaq'])
  answers.Nasdaq = away
  expect(await market.connect()).toBe(true)
})
