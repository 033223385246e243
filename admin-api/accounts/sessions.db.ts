import type { Insertable, Kysely, Selectable } from 'kysely'
import type { SessionTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

export async function insertSession(db: Kysely<Database>, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

export async function findSessionRow(
  db: Kysely<Database>,
  tokenHash: string
): Promise<Selectable<SessionTable> | undefined> {
  return db.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

export async function markSeen(db: Kysely<Database>, tokenHash: string, seenAt: string): Promise<void> {
  await db.updateTable('session').set({ seen_at: seenAt }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(db: Kysely<Database>, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Deletes those that have expired, by age or by idle time. */
export async function deleteOldSessions(
  db: Kysely<Database>,
  oldest: { createdAt: string; seenAt: string }
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('created_at', '<', oldest.createdAt), eb('seen_at', '<', oldest.seenAt)]))
    .execute()
}

export async function deleteAllSessions(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('session').execute()
}
