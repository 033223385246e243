// Takes long on PostgreSQL, where it runs at night.
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readManualEntries } from '../contract/manual-entries.ts'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeDividends, startNasdaq } from '../testing/nasdaq-server.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** MSTY went ex on Thursdays and paid about 0.30, last on May 28, 2026; for June 4, $0.2884 was expected. */
const evening = new Date('2026-06-04T22:15:00Z')
const entriesPath = '/api/admin/manual-entries'

let now: Date
let answers: Record<string, CollectedFund>
let base: CollectedFund

const fixture = forEachTest(() => startNasdaq())
const api = forEachTest(() => {
  answers = {}
  now = evening
  return startApi({
    content: ['MSTY'],
    services: { market: makeMarket(answers), secondSource: fixture.nasdaq.second, clock: () => now }
  })
})
beforeEach(async () => {
  base = await reportStored(api.db, 'MSTY')
})

/** Both sources report this payment with ex-date June 4. */
async function collect(amount: number): Promise<void> {
  answers['MSTY'] = {
    ...base,
    prices: [...base.prices, { date: '2026-06-04', close: base.prices.at(-1)?.close ?? 1 }],
    payments: [...base.payments, { exDate: '2026-06-04', amount, payDate: null }]
  }
  fixture.wait(3_600_000)
  const row = { exDate: '2026-06-04', amount, declaredOn: '2026-06-03', payDate: '2026-06-05' }
  fixture.dividends.splice(0, fixture.dividends.length, makeDividends([row]))
  await api.services.collector.collectGroup('all')
}

const readStored = () =>
  api.db
    .selectFrom('payment')
    .select(['amount', 'sources'])
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-06-04')
    .execute()

async function readPayments(operator: Record<string, string>) {
  const { body } = await api.get(entriesPath, operator)
  return z.parse(readManualEntries.output, body).entries.filter(({ kind }) => kind === 'payment')
}

async function readInReview() {
  const page = await pages.load(api.db, '/msty')
  return page?.kind === 'fund' ? page.inReview : null
}

test('an amount that two sources share and our range makes unlikely is stored, marked and confirmed', async () => {
  await collect(0.65)
  expect(await readStored()).toEqual([{ amount: 0.65, sources: 'Test market; Nasdaq' }])
  const operator = await api.signIn()
  const [mark] = await readPayments(operator)
  expect(mark).toMatchObject({
    ticker: 'MSTY',
    status: 'pending',
    is_stored: true,
    actual_dividend: 0.65,
    reason: expect.stringMatching(
      /^MSTY, ex-date June 4, 2026: Test market reports \$0\.6500\. We expected \$0\.2\d{3}, and 98 of 100 payments between \$0\.\d{4} and \$0\.\d{4}\.$/
    ),
    evidence: { recent: expect.arrayContaining([{ ex_date: '2026-05-28', amount: 0.2979 }]) }
  })
  expect(await readInReview()).toEqual([{ ex_date: '2026-06-04', amount: 0.65, isStored: true }])
  // A repeated report settles nothing: both sources may repeat an error.
  await collect(0.65)
  expect(await readPayments(operator)).toHaveLength(1)

  await api.db.deleteFrom('page_change').execute()
  const confirmed = await api.post(`${entriesPath}/${mark?.id}/approve`, {}, operator)
  expect(confirmed.status).toBe(200)
  expect(await readStored()).toEqual([{ amount: 0.65, sources: 'Test market; Nasdaq' }])
  expect(await readInReview()).toEqual([])
  expect(await readQueuedPaths(api.db)).toContain('/msty')
  await collect(0.65)
  expect(await readPayments(operator)).toMatchObject([{ status: 'approved' }])
})

test('a corrected amount replaces the stored one, and later reports of the wrong one change nothing', async () => {
  await collect(0.65)
  const operator = await api.signIn()
  const [mark] = await readPayments(operator)
  const moved = await api.send('PUT', `${entriesPath}/${mark?.id}`, { payment_date: '2026-06-08' }, operator)
  expect(moved).toMatchObject({
    status: 400,
    body: { message: 'The payment of MSTY is stored already. Change its dates in History.' }
  })
  await api.post(`${entriesPath}/${mark?.id}/approve`, { amount: 0.325 }, operator)
  expect(await readStored()).toMatchObject([{ amount: 0.325 }])
  await collect(0.65)
  expect(await readStored()).toMatchObject([{ amount: 0.325 }])
  expect(await readPayments(operator)).toMatchObject([{ status: 'approved', actual_dividend: 0.325 }])
  expect(await readInReview()).toEqual([])
})

test('a usual amount gets no mark, and one that the operator changes in the history settles its mark', async () => {
  await collect(0.31)
  const operator = await api.signIn()
  expect(await readPayments(operator)).toEqual([])
  await api.db.deleteFrom('dividend_history').where('ex_date', '=', '2026-06-04').execute()
  await collect(0.65)
  expect(await readPayments(operator)).toHaveLength(1)
  const deleted = await api.send('DELETE', '/api/admin/dividend-history/MSTY/2026-06-05', undefined, operator)
  expect(deleted.status).toBe(200)
  expect(await readPayments(operator)).toEqual([])
})
