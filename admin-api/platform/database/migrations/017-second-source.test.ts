import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { makeEstimate, makeFund } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'

test('an older database keeps its estimates and what waits, with nothing declared and nothing contradicted', async () => {
  const file = await copyDatabase(false)
  const db = openDatabase(file)
  await migrate(db, '016-given-payments')
  await db.insertInto('fund').values(makeFund()).execute()
  await db.insertInto('estimate').values(makeEstimate()).execute()
  const entry = { symbol: 'MSTY', kind: 'payment', status: 'pending', collection_date: '2026-06-01' } as const
  const waiting = {
    ...entry,
    frequency: 'WEEKLY',
    doubt: 'odd',
    reason: 'Why.',
    created_at: '2026-06-01'
  } as const
  await db.insertInto('manual_entry').values(waiting).execute()
  await migrate(db)
  expect(await db.selectFrom('estimate').selectAll().execute()).toMatchObject([
    { amount: 0.5, next_ex_date: '2026-06-04', declared: null }
  ])
  expect(await db.selectFrom('manual_entry').selectAll().execute()).toMatchObject([
    { doubt: 'odd', reason: 'Why.', contradicted_by: null }
  ])
  expect(await db.selectFrom('declared_payment').selectAll().execute()).toEqual([])
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})
