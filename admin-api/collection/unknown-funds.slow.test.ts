// Shows the same on any database.
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { readSourceFault } from './source-state.db.ts'
import { type CollectedFund, MarketDataError, UnknownFundError } from './sources/market-data.ts'

const group = 'yieldmax-group-d'
let answers: Record<string, CollectedFund | Error>
let now: Date
let isResponding: boolean
let requested: string[]
let checks: number

const api = forEachTest(() => {
  answers = {}
  requested = []
  checks = 0
  isResponding = true
  const market = makeMarket(answers)
  return startApi({
    content: ['MSTY', 'SMCY'],
    services: {
      clock: () => now,
      market: {
        ...market,
        collectFund: (symbol, since) => {
          requested.push(symbol)
          return market.collectFund(symbol, since)
        },
        check: async () => {
          checks += 1
          if (!isResponding) throw new Error('out of order')
        }
      }
    }
  })
})
beforeEach(async () => {
  await api.db.updateTable('fund').set({ batch: 'weekly-etfs' }).where('batch', '=', group).execute()
  await api.db.updateTable('fund').set({ batch: group }).where('symbol', 'in', ['MSTY', 'SMCY']).execute()
  answers['MSTY'] = await reportStored(api.db, 'MSTY')
  answers['SMCY'] = new UnknownFundError('The market knows no SMCY.')
})

async function collectOn(day: string) {
  now = new Date(`${day}T22:00:00Z`)
  requested = []
  return api.services.collector.collectGroup(group)
}

async function standing() {
  return api.db
    .selectFrom('fund')
    .select(['state', 'state_since', 'state_cause', 'ask_again_on'])
    .where('symbol', '=', 'SMCY')
    .executeTakeFirstOrThrow()
}

const failed = [{ ticker: 'SMCY', message: 'The market knows no SMCY.' }]
const open = { state: 'open', state_since: null, state_cause: null, ask_again_on: null }

test('a fund unknown to the source on three days over a week is closed without an error', async () => {
  expect((await collectOn('2026-06-01')).errors).toEqual(failed)
  expect((await collectOn('2026-06-01')).errors).toEqual(failed)
  expect((await collectOn('2026-06-02')).errors).toEqual(failed)
  expect((await collectOn('2026-06-03')).errors).toEqual(failed)
  expect(await standing()).toEqual(open)
  expect((await collectOn('2026-06-08')).errors).toEqual([])
  expect(await standing()).toEqual({
    state: 'closed',
    state_since: '2026-06-01',
    state_cause: 'unknown',
    ask_again_on: '2026-07-08'
  })
  const message =
    'SMCY is closed: it has not been quoted under this symbol since June 1, 2026, so there is no estimate.'
  const logged = await api.db.selectFrom('admin_log').select('level').where('message', '=', message).execute()
  expect(logged).toEqual([{ level: 'WARNING' }])
  expect(await api.post('/api/stock/search', { symbol: 'SMCY' })).toMatchObject({
    status: 404,
    body: { message }
  })
  const waiting = await api.db
    .selectFrom('manual_entry')
    .select('id')
    .where('symbol', '=', 'SMCY')
    .where('kind', '=', 'estimate')
    .execute()
  expect(waiting).toEqual([])

  expect((await collectOn('2026-06-09')).errors).toEqual([])
  expect(requested).toEqual(['MSTY'])
})

test('a response in between resets the count, and a broken source closes no fund', async () => {
  const known = await reportStored(api.db, 'SMCY')
  await collectOn('2026-06-01')
  await collectOn('2026-06-02')
  answers['SMCY'] = known
  await collectOn('2026-06-03')
  answers['SMCY'] = new UnknownFundError('The market knows no SMCY.')
  await collectOn('2026-06-08')
  expect(await standing()).toEqual(open)
  isResponding = false
  await collectOn('2026-06-15')
  await collectOn('2026-06-22')
  expect(await standing()).toEqual(open)
  expect(await api.db.selectFrom('unknown_day').selectAll().execute()).toEqual([
    { symbol: 'SMCY', day: '2026-06-08' }
  ])
})

test('a closed fund is requested once a month and reopens with new figures', async () => {
  const known = await reportStored(api.db, 'SMCY')
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-08']) await collectOn(day)
  await collectOn('2026-07-08')
  expect(requested).toEqual(['MSTY', 'SMCY'])
  expect(await standing()).toMatchObject({ state: 'closed', ask_again_on: '2026-08-07' })
  await collectOn('2026-07-09')
  expect(requested).toEqual(['MSTY'])

  const close = known.prices.at(-1)?.close ?? 0
  answers['SMCY'] = { ...known, prices: [...known.prices, { date: '2026-08-06', close }] }
  await collectOn('2026-08-07')
  expect(await standing()).toEqual(open)
  const { message } = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('symbol', '=', 'SMCY')
    .where('category', '=', 'SYSTEM')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(message).toBe('SMCY is open again: new data has arrived.')
})

test('a closed fund is requested once a month, and a failure is not reported', async () => {
  const closed = { state: 'closed', state_since: '2026-05-01', state_cause: 'unknown' } as const
  await api.db
    .updateTable('fund')
    .set({ ...closed, ask_again_on: '2026-06-02' })
    .where('symbol', '=', 'SMCY')
    .execute()
  // The source is broken, so it can't say whether it knows the fund.
  isResponding = false
  for (const [day, error] of [
    ['2026-06-02', new MarketDataError('SMCY could not be collected.', { blockedForMs: 0 })],
    ['2026-07-02', new UnknownFundError('The market knows no SMCY.')],
    ['2026-08-01', new Error('A mistake of ours.')]
  ] as const) {
    answers['SMCY'] = error
    checks = 0
    expect((await collectOn(day)).errors).toEqual([])
    expect([requested, checks]).toEqual([['MSTY', 'SMCY'], 0])
    expect(await standing()).toEqual({ ...closed, ask_again_on: addDays(day, 30) })
    await collectOn(addDays(day, 1))
    expect(requested).toEqual(['MSTY'])
  }
  const ofFund = api.db.selectFrom('admin_log').select('message').where('symbol', '=', 'SMCY')
  expect(await ofFund.where('level', '=', 'ERROR').execute()).toEqual([])
  expect(api.logged.join()).not.toContain('failed in part')
})

test("a failing closed fund doesn't count against the source", async () => {
  await api.db
    .updateTable('fund')
    .set({ state: 'retired', state_since: '2026-05-01', state_cause: 'operator' })
    .where('symbol', 'not in', ['MSTY', 'SMCY'])
    .execute()
  await api.db
    .updateTable('fund')
    .set({ state: 'closed', state_since: '2026-05-01', state_cause: 'unknown', ask_again_on: '2026-06-02' })
    .where('symbol', 'in', ['SMCY', 'NVDY', 'CONY'])
    .execute()
  now = new Date('2026-06-02T22:00:00Z')
  expect((await api.services.collector.collectGroup('all')).errors).toEqual([])
  expect(await readSourceFault(api.db)).toBeNull()
})
