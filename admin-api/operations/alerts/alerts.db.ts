import type { Kysely } from 'kysely'
import type { OutageTable } from '../../platform/database/schema/operator.ts'
import type { Database } from '../../platform/database/schema.ts'

export async function findOutage(db: Kysely<Database>, subject: string): Promise<OutageTable | undefined> {
  return db.selectFrom('outage').selectAll().where('subject', '=', subject).executeTakeFirst()
}

/** Outages whose start or end has not been reported yet, oldest first. */
export async function findUnreported(db: Kysely<Database>): Promise<OutageTable[]> {
  return db
    .selectFrom('outage')
    .selectAll()
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('ended_at', 'is not', null)]))
    .orderBy('began_at')
    .orderBy('subject')
    .execute()
}

/** Inserts the outage or replaces the one of the same subject. */
export async function putOutage(db: Kysely<Database>, outage: OutageTable): Promise<void> {
  const { subject, ...rest } = outage
  await db
    .insertInto('outage')
    .values(outage)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject, ...rest }))
    .execute()
}

export async function deleteOutage(db: Kysely<Database>, subject: string): Promise<void> {
  await db.deleteFrom('outage').where('subject', '=', subject).execute()
}
