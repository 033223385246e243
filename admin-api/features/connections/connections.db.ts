import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { takeWriteLock } from '../../db/write-lock.db.ts'

export async function countFunds(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('fund')
    .select((eb) => eb.fn.countAll<number>().as('funds'))
    .executeTakeFirst()
  return Number(row?.funds ?? 0)
}

/** Changes nothing. @throws whatever stands against writing */
export async function tryWriting(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(takeWriteLock)
}
