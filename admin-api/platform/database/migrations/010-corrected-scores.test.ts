import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scoreEstimates } from '../../../estimates/score-estimates.ts'
import { makeClose, makeFrozen, makeFund, makePayment } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import type { Database } from '../schema.ts'

/** A database of the version before, in which a score stayed whatever became of its payment. */
let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db, '008-entry-decisions')
  await db.insertInto('fund').values(makeFund()).execute()
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

/** An estimate of 0.5 at a price of 20 that was scored by 0.4, and what the history says by now. */
async function addScored(now: { amount: number; close: number } | null): Promise<void> {
  const day = '2026-06-04'
  const score = {
    paid_ex_date: day,
    actual: 0.4,
    accuracy_score: 0.75,
    scored_at: '2026-06-05T21:00:00.000Z'
  }
  await db
    .insertInto('estimate_record')
    .values({ ...makeFrozen({ ex_date: day }), ...score })
    .execute()
  if (now === null) return
  await db
    .insertInto('dividend_history')
    .values(makePayment({ ex_date: day, payment_date: '2026-06-05', amount: now.amount }))
    .execute()
  await db
    .insertInto('price')
    .values(makeClose({ close: now.close }))
    .execute()
}

async function readScore() {
  await migrate(db)
  await db.transaction().execute((trx) => scoreEstimates(trx, new Date('2026-06-09T12:00:00Z')))
  return db
    .selectFrom('estimate_record')
    .select(['actual', 'accuracy_score', 'corrected_on'])
    .executeTakeFirstOrThrow()
}

const kept = { actual: 0.4, accuracy_score: 0.75, corrected_on: null }

test.each([
  ['its payment as it was', { amount: 0.4, close: 20 }],
  ['a split of 1 for 5 since', { amount: 2, close: 100 }],
  ['a split of 1 for 5 since, and a close that was corrected by 1 % before', { amount: 2, close: 101 }]
])('a score with %s stays as it is', async (_what, now) => {
  await addScored(now)
  expect(await readScore()).toEqual(kept)
})

test('what was corrected before the upgrade is put right after it', async () => {
  await addScored({ amount: 0.5, close: 20 })
  expect(await readScore()).toEqual({ actual: 0.5, accuracy_score: 1, corrected_on: '2026-06-09' })
})

test('a score whose payment was deleted before the upgrade is taken back', async () => {
  await addScored(null)
  expect(await readScore()).toEqual({ actual: null, accuracy_score: null, corrected_on: '2026-06-09' })
})

test('the frozen part and the number of rows are what they were', async () => {
  await addScored({ amount: 0.4, close: 20 })
  const read = async () => (await sql<object>`select * from estimate_record`.execute(db)).rows
  const before = await read()
  await migrate(db)
  expect(await read()).toEqual(before.map((row) => ({ ...row, paid_amount: 0.4, corrected_on: null })))
})
