// Shows the same on any database.
import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import type { CollectedFund } from './sources/market-data.ts'

let fetched: CollectedFund
let answers: Record<string, CollectedFund>
/** Each evening after the close. */
let today: string

const api = forEachTest(() => {
  answers = {}
  const clock = () => new Date(`${today}T21:00:00Z`)
  today = '2026-06-01'
  return startApi({ content: ['MSTY', 'CONY', 'NVDY'], services: { market: makeMarket(answers), clock } })
})
beforeEach(async () => {
  fetched = await reportStored(api.db, 'MSTY')
  Object.defineProperty(answers, 'MSTY', { get: () => fetched })
})

/** One more evening, on which the source reports this close in addition. */
async function collectOn(date: string, close: number): Promise<void> {
  today = date
  fetched = { ...fetched, prices: [...fetched.prices, { date, close }] }
  await api.services.collector.collectOne('MSTY')
}

async function readEstimate() {
  return api.db
    .selectFrom('estimate')
    .select(['amount', 'price'])
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
}

async function readCloses() {
  return api.db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', 'MSTY')
    .where('date', '>', '2026-05-27')
    .orderBy('date')
    .execute()
}

/** Warnings as shown to the operator, newest first. */
async function readWarnings(): Promise<string[]> {
  const operator = await api.signIn()
  const { body } = await api.get('/api/admin/logs?level=WARNING&ticker=MSTY', operator)
  return (body as { logs: { message: string }[] }).logs.map(({ message }) => message)
}

test('a doubled close is quarantined with its reason and advice, and changes no estimate', async () => {
  const before = await readEstimate()
  await collectOn('2026-06-01', 44.58)
  expect(await readEstimate()).toEqual(before)
  expect((await readCloses()).at(-1)).toEqual({ date: '2026-05-29', close: 22.29 })
  const messages = await readWarnings()
  expect(messages[1]).toBe(
    "Not all data reported for MSTY was stored: the close of June 1, 2026 is reported as 44.58, 2 times the 22.29 of May 29, 2026, and no split explains it. Please compare the price with another source. If it is right, there is nothing to do: it is accepted automatically once 3 sessions have closed at the new level, or with the split when one is reported. Until then the fund's estimate uses the close before."
  )
  expect(messages[0]).toMatch(/0 quarantined, 1 close quarantined\.$/)
})

test('an error corrected the next day leaves no trace in the closes', async () => {
  await collectOn('2026-06-01', 44.58)
  fetched = {
    ...fetched,
    prices: fetched.prices.map((price) => (price.date === '2026-06-01' ? { ...price, close: 22.3 } : price))
  }
  await collectOn('2026-06-02', 22.4)
  expect((await readCloses()).slice(-2)).toEqual([
    { date: '2026-06-01', close: 22.3 },
    { date: '2026-06-02', close: 22.4 }
  ])
})

test('a real crash is accepted with its third session, and the estimate follows', async () => {
  const before = await readEstimate()
  await collectOn('2026-06-01', 9)
  await collectOn('2026-06-02', 8.6)
  expect(await readEstimate()).toEqual(before)
  await collectOn('2026-06-03', 8.8)
  expect((await readCloses()).slice(-3)).toEqual([
    { date: '2026-06-01', close: 9 },
    { date: '2026-06-02', close: 8.6 },
    { date: '2026-06-03', close: 8.8 }
  ])
  // From June 2, two sessions before the ex-date of June 4.
  expect((await readEstimate()).price).toBe(8.6)
  expect(await readWarnings()).toContain(
    'A price jump of MSTY was accepted: the close of June 1, 2026, 9 after 22.29 on May 29, 2026, is confirmed by those of June 2, 2026 and June 3, 2026. Please check whether its shares were split.'
  )
})

/** From now on the source reports a 2-for-1 reverse split on June 1, with earlier closes adjusted. */
function reportMerger(): void {
  const merged = { date: '2026-06-01', oldShares: 2, newShares: 1 }
  fetched = {
    ...fetched,
    prices: fetched.prices.map((price) =>
      price.date < merged.date ? { ...price, close: price.close * 2 } : price
    ),
    payments: fetched.payments.map((payment) => ({ ...payment, amount: payment.amount * 2 })),
    splits: [merged]
  }
}

test('a reported split confirms quarantined closes at once', async () => {
  await collectOn('2026-06-01', 44.8)
  reportMerger()
  await collectOn('2026-06-02', 45)
  expect((await readCloses()).slice(-3)).toEqual([
    { date: '2026-05-29', close: 44.58 },
    { date: '2026-06-01', close: 44.8 },
    { date: '2026-06-02', close: 45 }
  ])
})

test('a split reported after its closes were accepted adjusts only figures before it', async () => {
  for (const [day, close] of [
    ['2026-06-01', 44.8],
    ['2026-06-02', 45],
    ['2026-06-03', 45.2]
  ] as const)
    await collectOn(day, close)
  reportMerger()
  await collectOn('2026-06-04', 45.1)
  expect((await readCloses()).slice(-5)).toEqual([
    { date: '2026-05-29', close: 44.58 },
    { date: '2026-06-01', close: 44.8 },
    { date: '2026-06-02', close: 45 },
    { date: '2026-06-03', close: 45.2 },
    { date: '2026-06-04', close: 45.1 }
  ])
  const last = await api.db
    .selectFrom('payment')
    .select('amount')
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-05-28')
    .executeTakeFirst()
  expect(last).toEqual({ amount: 0.5958 })
  const corrected = await api.db
    .selectFrom('estimate_record')
    .selectAll()
    .where('corrected_on', 'is not', null)
    .execute()
  expect(corrected).toEqual([])
})
