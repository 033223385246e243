import { type Kysely, sql, type Transaction } from 'kysely'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'

/**
 * How often payments, prices, estimates or their record changed. It stands in the database, so that a process sees the
 * changes of another one, and only once they are committed.
 */
export async function readFiguresRevision(db: Kysely<Database>): Promise<number> {
  return Number((await readMeta(db, 'figures-revision')) ?? 0)
}

/** Call it in the transaction of the change. */
export async function countFiguresChange(trx: Transaction<Database>): Promise<void> {
  await trx
    .insertInto('meta')
    .values({ key: 'figures-revision', value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql`cast(cast(meta.value as integer) + 1 as text)` })
    )
    .execute()
}
