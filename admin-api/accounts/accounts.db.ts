import { createHash } from 'node:crypto'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { LoginAttemptTable, SessionTable } from '../platform/database/schema/operator.ts'
import type { Db, Trx } from '../platform/database/schema.ts'

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

export async function findSession(db: Db, token: string): Promise<Selectable<SessionTable> | undefined> {
  return db.selectFrom('session').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

/** Tokens are stored as hashes only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export async function markSeen(db: Db, tokenHash: string, seenAt: string): Promise<void> {
  await db.updateTable('session').set({ seen_at: seenAt }).where('token_hash', '=', tokenHash).execute()
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute()
}

/** Deletes sessions that have expired, by age or by idle time. */
export async function deleteOldSessions(
  db: Db,
  oldest: { createdAt: string; seenAt: string }
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('created_at', '<', oldest.createdAt), eb('seen_at', '<', oldest.seenAt)]))
    .execute()
}

export async function closeOtherSessions(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '!=', hashToken(token)).execute()
}

export async function deleteAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').execute()
}

export async function readTime(db: Db, now: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
  if (rows[0] === undefined) throw new Error('the database returned no time')
  return rows[0].now
}

export async function findCounts(db: Db, callers: readonly string[]): Promise<LoginAttemptTable[]> {
  return db.selectFrom('login_try').selectAll().where('caller', 'in', callers).execute()
}

export async function saveAttempts(trx: Trx, row: LoginAttemptTable): Promise<void> {
  const { caller, ...rest } = row
  await trx
    .insertInto('login_try')
    .values(row)
    .onConflict((conflict) => conflict.column('caller').doUpdateSet(rest))
    .execute()
}

export async function deleteAttempts(trx: Trx, caller: string): Promise<void> {
  await trx.deleteFrom('login_try').where('caller', '=', caller).execute()
}

/** Deletes the counts of callers whose last attempt is outside this time span. */
export async function deleteAttemptsOutside(
  trx: Trx,
  { from, to }: { from: number; to: number }
): Promise<void> {
  await trx
    .deleteFrom('login_try')
    .where((eb) => eb.or([eb('tried_at', '<=', from), eb('tried_at', '>', to)]))
    .execute()
}
