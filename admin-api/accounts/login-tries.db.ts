import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { LoginTryTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

export async function readTime(db: Kysely<Database>, now: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
  if (rows[0] === undefined) throw new Error('the database said nothing of its time')
  return rows[0].now
}

export async function findTries(db: Kysely<Database>, callers: readonly string[]): Promise<LoginTryTable[]> {
  return db.selectFrom('login_try').selectAll().where('caller', 'in', callers).execute()
}

export async function putTries(trx: Transaction<Database>, row: LoginTryTable): Promise<void> {
  const { caller, ...rest } = row
  await trx
    .insertInto('login_try')
    .values(row)
    .onConflict((conflict) => conflict.column('caller').doUpdateSet(rest))
    .execute()
}

export async function deleteTries(trx: Transaction<Database>, caller: string): Promise<void> {
  await trx.deleteFrom('login_try').where('caller', '=', caller).execute()
}

/** Forgets whoever tried last outside of this time. */
export async function deleteTriesOutside(
  trx: Transaction<Database>,
  { from, to }: { from: number; to: number }
): Promise<void> {
  await trx
    .deleteFrom('login_try')
    .where((eb) => eb.or([eb('tried_at', '<=', from), eb('tried_at', '>', to)]))
    .execute()
}
