import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseTime } from '../dialect/database-time.ts'
import type { Database } from '../schema.ts'

/** `note` says how far the holder is, in whatever form it has for that. */
export type Lease = { name: string; holder: string; note: string | null }

/** Those that somebody holds now. */
export async function findHeldLeases(db: Kysely<Database>): Promise<Lease[]> {
  return db
    .selectFrom('lease')
    .select(['name', 'holder', 'note'])
    .where('ends_at', '>', databaseTime(db))
    .orderBy('name')
    .execute()
}

/** Those whose holder neither renewed them nor gave them back: it was killed, or can't reach the database. */
export async function findEndedLeases(db: Kysely<Database>): Promise<Lease[]> {
  return db
    .selectFrom('lease')
    .select(['name', 'holder', 'note'])
    .where('ends_at', '<=', databaseTime(db))
    .orderBy('name')
    .execute()
}

/** @returns false where somebody else holds it */
export async function putLease(trx: Transaction<Database>, lease: Lease, lengthMs: number): Promise<boolean> {
  const now = databaseTime(trx)
  const given = { ...lease, ends_at: sql<number>`${now} + ${lengthMs}` }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('lease')
    .values(given)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(given).where('lease.ends_at', '<=', now))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Also one that has ended, where nobody took it since. @returns false where it is somebody else's */
export async function renewLease(db: Kysely<Database>, lease: Lease, lengthMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ ends_at: sql<number>`${databaseTime(db)} + ${lengthMs}`, note: lease.note })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether it is the holder's until this transaction ends: whoever takes it has to wait for that, ended or not. */
export async function isLeaseOf(
  db: Transaction<Database>,
  { name, holder }: Pick<Lease, 'name' | 'holder'>
): Promise<boolean> {
  const row = await db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLease(
  db: Kysely<Database>,
  { name, holder }: Pick<Lease, 'name' | 'holder'>
): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}

/** Forgets those of the names that have ended. */
export async function deleteEndedLeases(
  trx: Transaction<Database>,
  isOne: (name: string) => boolean
): Promise<void> {
  const names = (await findEndedLeases(trx)).map(({ name }) => name).filter(isOne)
  await trx.deleteFrom('lease').where('name', 'in', names).where('ends_at', '<=', databaseTime(trx)).execute()
}

/** For who knows that no other process is there: nobody holds any of them any more. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  // Nothing is written where there is nothing to end: a start has to do on a full disk.
  if ((await findHeldLeases(db)).length > 0) await db.updateTable('lease').set({ ends_at: 0 }).execute()
}
