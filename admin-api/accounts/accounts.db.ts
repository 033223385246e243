import { createHash } from 'node:crypto'
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { LoginAttemptTable, SessionTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

export async function insertSession(db: Kysely<Database>, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

export async function findSession(
  db: Kysely<Database>,
  token: string
): Promise<Selectable<SessionTable> | undefined> {
  return db.selectFrom('session').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

/** Tokens are stored as hashes only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export async function markSeen(db: Kysely<Database>, tokenHash: string, seenAt: string): Promise<void> {
  await db.updateTable('session').set({ seen_at: seenAt }).where('token_hash', '=', tokenHash).execute()
}

export async function closeSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute()
}

/** Deletes sessions that have expired, by age or by idle time. */
export async function deleteOldSessions(
  db: Kysely<Database>,
  oldest: { createdAt: string; seenAt: string }
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('created_at', '<', oldest.createdAt), eb('seen_at', '<', oldest.seenAt)]))
    .execute()
}

export async function closeOtherSessions(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '!=', hashToken(token)).execute()
}

export async function deleteAllSessions(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('session').execute()
}

export async function readTime(db: Kysely<Database>, now: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
  if (rows[0] === undefined) throw new Error('the database returned no time')
  return rows[0].now
}

export async function findCounts(
  db: Kysely<Database>,
  callers: readonly string[]
): Promise<LoginAttemptTable[]> {
  return db.selectFrom('login_try').selectAll().where('caller', 'in', callers).execute()
}

export async function saveAttempts(trx: Transaction<Database>, row: LoginAttemptTable): Promise<void> {
  const { caller, ...rest } = row
  await trx
    .insertInto('login_try')
    .values(row)
    .onConflict((conflict) => conflict.column('caller').doUpdateSet(rest))
    .execute()
}

export async function deleteAttempts(trx: Transaction<Database>, caller: string): Promise<void> {
  await trx.deleteFrom('login_try').where('caller', '=', caller).execute()
}

/** Deletes the counts of callers whose last attempt is outside this time span. */
export async function deleteAttemptsOutside(
  trx: Transaction<Database>,
  { from, to }: { from: number; to: number }
): Promise<void> {
  await trx
    .deleteFrom('login_try')
    .where((eb) => eb.or([eb('tried_at', '<=', from), eb('tried_at', '>', to)]))
    .execute()
}
