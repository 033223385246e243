import { beforeEach, expect, test } from 'vitest'
import { addToRecord, type FrozenEstimate } from '../estimates/estimate-record.db.ts'
import { addDays } from '../market-days/days.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'

const path = '/api/admin/dividend-history/top-accuracy'
const funds = ['AIYY', 'AMZY', 'CONY', 'MSTY', 'NVDY', 'TSLY', 'ULTY']

const api = forEachTest(() => startApi({ content: 'tables' }))
beforeEach(async () => {
  await api.db
    .insertInto('fund')
    .values(funds.map((symbol) => makeFund({ symbol })))
    .execute()
})

async function record(symbol: string, scores: number[], given: Partial<FrozenEstimate> = {}): Promise<void> {
  const rows = scores.map((accuracy_score, week) => {
    const ex_date = addDays('2026-01-01', 7 * week)
    const paid = { paid_ex_date: ex_date, actual: 0.5, accuracy_score, scored_at: '2026-06-01T12:00:00.000Z' }
    const made = { as_of: addDays(ex_date, -3), made_at: `${addDays(ex_date, -2)}T12:00:00.000Z` }
    return makeFrozen({ symbol, ex_date, ...made, origin: 'replayed', ...paid, ...given })
  })
  await addToRecord(api.db, rows)
}

async function read() {
  return (await api.get(path, await api.signIn())).body
}

test('without a record no fund is ranked', async () => {
  expect(await read()).toEqual({ origin: 'replayed', rankings: [] })
})

test('at most five funds are ranked, best first; ties by more payments, then by ticker', async () => {
  await record('MSTY', [0.9, 0.8, 0.7, 0.6, 0.5])
  await record('TSLY', [0.9, 0.9, 0.9, 0.9, 0.9])
  await record('CONY', [0.9, 0.9, 0.9, 0.9, 0.9])
  await record('NVDY', [0.9, 0.9, 0.9, 0.9, 0.9, 0.9])
  await record('AIYY', [1, 1, 1, 1, 0.12345])
  await record('ULTY', [0.1, 0.1, 0.1, 0.1, 0.1])
  expect(await read()).toEqual({
    origin: 'replayed',
    rankings: [
      { ticker: 'NVDY', avg_accuracy: 0.9, count: 6 },
      { ticker: 'CONY', avg_accuracy: 0.9, count: 5 },
      { ticker: 'TSLY', avg_accuracy: 0.9, count: 5 },
      { ticker: 'AIYY', avg_accuracy: 0.8247, count: 5 }, // 4.12345 / 5
      { ticker: 'MSTY', avg_accuracy: 0.7, count: 5 }
    ]
  })
})

test('four scored payments are too few, and a payment counts once', async () => {
  await record('AMZY', [1, 1, 1, 1])
  await addToRecord(api.db, [
    makeFrozen({
      symbol: 'AMZY',
      origin: 'replayed',
      ex_date: '2026-01-01',
      as_of: '2025-12-31',
      paid_ex_date: '2026-01-01',
      actual: 0.5,
      accuracy_score: 1,
      scored_at: '2026-06-01T12:00:00.000Z'
    })
  ])
  expect(await read()).toMatchObject({ rankings: [] })
})

test('the live record replaces the backtested one as soon as one fund has five live payments', async () => {
  await record('TSLY', [1, 1, 1, 1, 1])
  await record('MSTY', [0.5, 0.5, 0.5, 0.5], { origin: 'live' })
  expect(await read()).toMatchObject({ origin: 'replayed', rankings: [{ ticker: 'TSLY' }] })
  await record('NVDY', [0.5, 0.5, 0.5, 0.5, 0.5], { origin: 'live' })
  expect(await read()).toEqual({
    origin: 'live',
    rankings: [{ ticker: 'NVDY', avg_accuracy: 0.5, count: 5 }]
  })
})
