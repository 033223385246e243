import { sql } from 'kysely'
import { databaseTime } from '../dialect.ts'
import type { Db, Trx } from '../schema.ts'

/** `note` is the holder's progress, in its own format. */
export type Lease = { name: string; holder: string; note: string | null }

export async function findHeldLeases(db: Db): Promise<Lease[]> {
  return leases(db).where('ends_at', '>', databaseTime(db)).execute()
}

/** Expired leases. Their holder was killed or can't reach the database, or it would have renewed or released them. */
export async function findEndedLeases(db: Db): Promise<Lease[]> {
  return leases(db).where('ends_at', '<=', databaseTime(db)).execute()
}

function leases(db: Db) {
  return db.selectFrom('lease').select(['name', 'holder', 'note']).orderBy('name')
}

/** @returns false if another process holds it */
export async function insertLease(trx: Trx, lease: Lease, lengthMs: number): Promise<boolean> {
  const now = databaseTime(trx)
  const row = { ...lease, ends_at: sql<number>`${now} + ${lengthMs}` }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('lease')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row).where('lease.ends_at', '<=', now))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Renews a lease, even an expired one that no other process took. @returns false if another process has it */
export async function renewLease(db: Db, lease: Lease, lengthMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ ends_at: sql<number>`${databaseTime(db)} + ${lengthMs}`, note: lease.note })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether the holder keeps the lease until this transaction ends, because taking it needs a write transaction, too. */
export async function isLeaseOf(db: Trx, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<boolean> {
  const row = await db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLease(db: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}

export async function deleteEndedLeases(trx: Trx, isIncluded: (name: string) => boolean): Promise<void> {
  const names = (await findEndedLeases(trx)).map(({ name }) => name).filter(isIncluded)
  await trx.deleteFrom('lease').where('name', 'in', names).where('ends_at', '<=', databaseTime(trx)).execute()
}

/** Ends every lease. Call it only if no other process uses the database. */
export async function endAllLeases(db: Db): Promise<void> {
  // Writes only if needed, because a start must succeed on a full disk.
  if ((await findHeldLeases(db)).length > 0) await db.updateTable('lease').set({ ends_at: 0 }).execute()
}
