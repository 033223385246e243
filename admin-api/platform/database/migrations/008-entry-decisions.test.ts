import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFund } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { writeLog } from '../../../admin-log/admin-log.db.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import type { Database } from '../schema.ts'

/** A database of the version before, in which the log alone knew what was deleted. */
let file: string
let db: Kysely<Database>
const now = new Date('2026-06-05T21:00:00Z')

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db, '007-known-until')
  await db.insertInto('fund').values(makeFund()).execute()
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

async function addOldEntry(status: 'pending' | 'approved', exDate: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into manual_entry (symbol, kind, status, collection_date,
    payment_date, ex_date, amount, frequency, reason, created_at) values ('MSTY', 'payment', ${status},
    '2026-06-05', '2026-06-08', ${exDate}, 6, 'WEEKLY', 'Odd.', '2026-06-05T21:00:00.000Z') returning id`.execute(
    db
  )
  return rows[0]?.id ?? Number.NaN
}

async function logHeld(entityId: number, exDate: string, amount = 6): Promise<void> {
  const about = { level: 'WARNING', category: 'MANUAL_ENTRY', action: 'DATA_INCONSISTENCY' } as const
  const metadata = { ex_date: exDate, payment_date: '2026-06-05', amount, source: 'A source' }
  await writeLog(
    db,
    { ...about, symbol: 'MSTY', entityId, message: 'Held back for you to decide: Odd.', metadata },
    now
  )
}

async function logApproved(entityId: number): Promise<void> {
  const about = { level: 'INFO', category: 'MANUAL_ENTRY', action: 'APPROVE', message: 'approved' } as const
  await writeLog(db, { ...about, symbol: 'MSTY', entityId }, now)
}

async function deleteOldEntry(id: number): Promise<void> {
  await db.deleteFrom('manual_entry').where('id', '=', id).execute()
}

async function readDecisions() {
  return db
    .selectFrom('manual_entry')
    .select(['id', 'status', 'reported_ex_date', 'ex_date_basis', 'amount'])
    .orderBy('id')
    .execute()
}

test('what only the log knew of deleted payments becomes rows, the last reading of each', async () => {
  const deleted = await addOldEntry('pending', '2026-05-21')
  await logHeld(deleted, '2026-05-21', 5)
  await logHeld(deleted, '2026-05-21', 7)
  await deleteOldEntry(deleted)
  const cleared = await addOldEntry('approved', '2026-05-28')
  await logHeld(cleared, '2026-05-28')
  await logApproved(cleared)
  await deleteOldEntry(cleared)
  await migrate(db)
  expect(await readDecisions()).toEqual([
    expect.objectContaining({ status: 'rejected', reported_ex_date: '2026-05-21', amount: 7 }),
    expect.objectContaining({ status: 'cleared', reported_ex_date: '2026-05-28', amount: 6 })
  ])
})

test('entries that are there keep their number and learn the day on which they were reported', async () => {
  const pending = await addOldEntry('pending', '2026-06-04')
  await logHeld(pending, '2026-06-04')
  const moved = await addOldEntry('approved', '2026-06-12')
  await logHeld(moved, '2026-06-11')
  await logApproved(moved)
  await migrate(db)
  expect(await readDecisions()).toEqual([
    {
      id: pending,
      status: 'pending',
      reported_ex_date: '2026-06-04',
      ex_date_basis: 'source',
      amount: 6
    },
    { id: moved, status: 'approved', reported_ex_date: '2026-06-11', ex_date_basis: 'derived', amount: 6 }
  ])
})

test('the number of a deleted entry is never given again, because lines of the log name it', async () => {
  const last = await addOldEntry('pending', '2026-06-04')
  await deleteOldEntry(last)
  await migrate(db)
  const { id } = await db
    .insertInto('manual_entry')
    .values({
      symbol: 'MSTY',
      kind: 'estimate',
      status: 'pending',
      collection_date: '2026-06-05',
      frequency: 'WEEKLY',
      created_at: now.toISOString()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(last)
})

test('lines about other things, or of a broken log, become no rows', async () => {
  const about = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'DATA_INCONSISTENCY' } as const
  await writeLog(
    db,
    { ...about, symbol: 'MSTY', message: 'A close was refused.', metadata: { concerns: [] } },
    now
  )
  await db
    .insertInto('admin_log')
    .values({
      ...about,
      category: 'MANUAL_ENTRY',
      symbol: 'MSTY',
      entity_id: '1',
      message: '',
      timestamp: '',
      metadata: '{'
    })
    .execute()
  await migrate(db)
  expect(await readDecisions()).toEqual([])
})
