import { expect, test } from 'vitest'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { openTestDatabase, seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { refreshEstimates } from './refresh-estimates.ts'
import { writeEstimates } from './write-estimates.ts'

const database = forEachTest(() => openTestDatabase(['MSTY', 'QQQT']))
const parts = { now: seededAt, queueChange: pages.queueChange }

async function setLatestPayment(db: Db, symbol: string, amount: number): Promise<void> {
  const { ex_date } = await db
    .selectFrom('dividend_history')
    .select('ex_date')
    .where('symbol', '=', symbol)
    .where('amount', 'is not', null)
    .orderBy('ex_date', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('dividend_history')
    .set({ amount })
    .where('symbol', '=', symbol)
    .where('ex_date', '=', ex_date)
    .execute()
}

async function readEstimates(db: Db): Promise<unknown[]> {
  const estimates = await db.selectFrom('estimate').selectAll().orderBy('symbol').execute()
  const explanations = await db.selectFrom('estimate_explanation').selectAll().orderBy('symbol').execute()
  return [estimates, explanations]
}

/** writeTransaction() with a function that runs after each attempt, while nothing is locked. */
function writeThen(db: Db, afterAttempt: (attempt: number) => Promise<void>) {
  let attempts = 0
  return async <Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> => {
    attempts += 1
    try {
      return await writeTransaction(db, work)
    } finally {
      await afterAttempt(attempts)
    }
  }
}

test('other transactions write while estimates are calculated, and their changes are included', async () => {
  const { db } = database
  await db.transaction().execute((trx) => refreshEstimates(trx, parts))
  let attempts = 0
  const write = writeThen(db, async (attempt) => {
    attempts = attempt
    if (attempt === 1) await writeTransaction(db, (trx) => setLatestPayment(trx, 'QQQT', 0.4))
  })
  const changed = await writeEstimates(write, async (trx) => {
    await setLatestPayment(trx, 'MSTY', 0.5)
    return refreshEstimates(trx, parts)
  })
  expect(changed).toEqual(['MSTY', 'QQQT'])
  // The first attempt needs a walk, the second another one because of the change between them.
  expect(attempts).toBe(3)
  const stored = await readEstimates(db)
  await db.deleteFrom('estimate_explanation').execute()
  await db.transaction().execute((trx) => refreshEstimates(trx, parts))
  expect(await readEstimates(db)).toEqual(stored)
})

test('a change that fails after its estimates were calculated leaves nothing behind', async () => {
  const { db } = database
  const before = await readEstimates(db)
  const failed = writeEstimates(
    (work) => writeTransaction(db, work),
    async (trx) => {
      // Another amount than in the test above, because the last walk is kept.
      await setLatestPayment(trx, 'MSTY', 0.6)
      await refreshEstimates(trx, parts)
      throw new Error('no')
    }
  )
  await expect(failed).rejects.toThrow('no')
  expect(await readEstimates(db)).toEqual(before)
})
