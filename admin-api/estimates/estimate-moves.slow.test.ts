// Shows the same on any database.
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { pages } from '../testing/pages.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { findLargestMoves, findMoves } from './estimate-moves.ts'
import { findAnswers } from './estimates.db.ts'

test('stored versions say why an estimate moved: corrected figures, then a payment of its family', async () => {
  const { db } = await openTestDatabase(['MSTY', 'CONY'])
  const refresh = (now: string) => refreshFigures({ db, now: new Date(now), queueChange: pages.queueChange })
  const raise = (symbol: string) =>
    db
      .updateTable('dividend_history')
      .set((eb) => ({ amount: eb('amount', '*', 1.3) }))
      .where('symbol', '=', symbol)
      .where('ex_date', '=', '2026-05-28')
      .execute()
  await refresh('2026-06-01T12:00:00Z')
  await raise('MSTY')
  await refresh('2026-06-01T13:00:00Z')
  await raise('CONY')
  await db
    .insertInto('payment_first_seen')
    .values({
      symbol: 'CONY',
      ex_date: '2026-05-28',
      amount: 0.3,
      source_name: 'Test',
      seen_at: '2026-06-01T14:00:00.000Z',
      published_at: null
    })
    .execute()
  await refresh('2026-06-01T14:00:00Z')
  const [msty] = await findAnswers(db, ['MSTY'])
  const moves = await findMoves(db, { from: msty?.next_ex_date ?? '', symbol: 'MSTY' })
  // The first refresh has fewer funds than the seed had, and so another estimate.
  expect(moves.slice(0, 2).map(({ made_at, causes, payments }) => [made_at, causes, payments])).toEqual([
    ['2026-06-01T14:00:00.000Z', ['payment'], ['CONY']],
    ['2026-06-01T13:00:00.000Z', ['correction'], []]
  ])
  expect(moves[0]?.from).toBe(moves[1]?.to)
  expect(moves[0]?.to).toBe(msty?.amount)
  const largest = await findLargestMoves(db, new Date('2026-06-02T12:00:00Z'))
  expect(new Set(largest.map(({ symbol }) => symbol))).toEqual(new Set(['MSTY', 'CONY']))
  expect(await findLargestMoves(db, new Date('2026-06-12T12:00:00Z'))).toEqual([])
})
