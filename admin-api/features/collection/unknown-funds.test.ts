import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnknownFundError } from '../../market/market-data.ts'
import type { CollectedFund } from '../../services.ts'
import { makeMarket, reportStored } from '../../testing/fake-market.ts'
import { keepFunds } from '../../testing/keep-funds.ts'
import { startApi, type TestApi } from '../../testing/start-api.ts'

const group = 'yieldmax-group-d'
let api: TestApi
let answers: Record<string, CollectedFund | Error>
let now: Date
let isAnswering: boolean
let asked: string[]

beforeEach(async () => {
  answers = {}
  asked = []
  isAnswering = true
  const market = makeMarket(answers)
  api = await startApi({
    services: {
      clock: () => now,
      market: {
        ...market,
        collectFund: (symbol, since) => {
          asked.push(symbol)
          return market.collectFund(symbol, since)
        },
        check: async () => {
          if (!isAnswering) throw new Error('out of order')
        }
      }
    }
  })
  await keepFunds(api.db, ['MSTY', 'SMCY'])
  await api.db.updateTable('fund').set({ batch: 'weekly-etfs' }).where('batch', '=', group).execute()
  await api.db.updateTable('fund').set({ batch: group }).where('symbol', 'in', ['MSTY', 'SMCY']).execute()
  answers['MSTY'] = await reportStored(api.db, 'MSTY')
  answers['SMCY'] = new UnknownFundError('The market knows no SMCY.')
})
afterEach(() => api.stop())

async function collectOn(day: string) {
  now = new Date(`${day}T22:00:00Z`)
  asked = []
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

test('a fund that the source does not know on three days within a week or more is closed, and no error', async () => {
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
    'SMCY is closed: it has not been quoted under this symbol since 1 June 2026, so there is no estimate.'
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
  expect(asked).toEqual(['MSTY'])
})

test('an answer in between, or a source that is out of order, closes nothing', async () => {
  const known = await reportStored(api.db, 'SMCY')
  await collectOn('2026-06-01')
  await collectOn('2026-06-02')
  answers['SMCY'] = known
  await collectOn('2026-06-03')
  answers['SMCY'] = new UnknownFundError('The market knows no SMCY.')
  await collectOn('2026-06-08')
  expect(await standing()).toEqual(open)
  isAnswering = false
  await collectOn('2026-06-15')
  await collectOn('2026-06-22')
  expect(await standing()).toEqual(open)
  expect(await api.db.selectFrom('unknown_day').selectAll().execute()).toEqual([
    { symbol: 'SMCY', day: '2026-06-08' }
  ])
})

test('a closed fund is asked about once a month, and opens by itself when its figures go on', async () => {
  const known = await reportStored(api.db, 'SMCY')
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-08']) await collectOn(day)
  await collectOn('2026-07-08')
  expect(asked).toEqual(['MSTY', 'SMCY'])
  expect(await standing()).toMatchObject({ state: 'closed', ask_again_on: '2026-08-07' })
  await collectOn('2026-07-09')
  expect(asked).toEqual(['MSTY'])

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
  expect(message).toBe('SMCY is open again: figures of it have come.')
})
