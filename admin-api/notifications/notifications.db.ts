import type { Kysely, Selectable } from 'kysely'
import { countRows } from '../platform/database/rows.ts'
import type { PushSubscriptionTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

export type Subscription = Selectable<PushSubscriptionTable>

export async function findSubscriptions(db: Kysely<Database>): Promise<Subscription[]> {
  return db.selectFrom('push_subscription').selectAll().orderBy('created_at').orderBy('endpoint').execute()
}

export function countSubscriptions(db: Kysely<Database>): Promise<number> {
  return countRows(db.selectFrom('push_subscription'))
}

/** @param auth secret of the browser; with another one nothing is found */
export async function findSubscription(
  db: Kysely<Database>,
  { endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>
): Promise<Subscription | undefined> {
  return db
    .selectFrom('push_subscription')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .executeTakeFirst()
}

export async function findByEndpoint(
  db: Kysely<Database>,
  endpoint: string
): Promise<Subscription | undefined> {
  return db.selectFrom('push_subscription').selectAll().where('endpoint', '=', endpoint).executeTakeFirst()
}

/** Adds the subscription, or replaces the one of the same browser. */
export async function writeSubscription(
  db: Kysely<Database>,
  subscription: Omit<Subscription, 'failures'>
): Promise<void> {
  const { created_at: _kept, ...changed } = subscription
  await db
    .insertInto('push_subscription')
    .values({ ...subscription, failures: 0 })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...changed, failures: 0 }))
    .execute()
}

export async function deleteSubscription(db: Kysely<Database>, endpoint: string): Promise<void> {
  await db.deleteFrom('push_sent').where('endpoint', '=', endpoint).execute()
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

export async function writeFailures(db: Kysely<Database>, endpoint: string, failures: number): Promise<void> {
  await db.updateTable('push_subscription').set({ failures }).where('endpoint', '=', endpoint).execute()
}

/** Events that a browser was notified of. */
export async function findSent(db: Kysely<Database>, endpoint: string): Promise<Set<string>> {
  const rows = await db.selectFrom('push_sent').select('event').where('endpoint', '=', endpoint).execute()
  return new Set(rows.map(({ event }) => event))
}

export async function writeSent(
  db: Kysely<Database>,
  endpoint: string,
  events: readonly string[],
  now: Date
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('push_sent')
    .values(events.map((event) => ({ endpoint, event, sent_at: now.toISOString() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes events that can't happen again. */
export async function deleteSentBefore(db: Kysely<Database>, instant: Date): Promise<void> {
  await db.deleteFrom('push_sent').where('sent_at', '<', instant.toISOString()).execute()
}

/** Announced and newly stored payments with an ex-date from `from` on, by ex-date and symbol. */
export async function findAnnounced(
  db: Kysely<Database>,
  from: string
): Promise<{ symbol: string; exDate: string; amount: number }[]> {
  const declared = await db
    .selectFrom('declared_payment')
    .select(['symbol', 'ex_date as exDate', 'amount'])
    .where('ex_date', '>=', from)
    .execute()
  const stored = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date as exDate', 'amount'])
    .where('ex_date', '>=', from)
    .execute()
  return [...declared, ...stored].toSorted((a, b) =>
    a.exDate === b.exDate ? (a.symbol < b.symbol ? -1 : 1) : a.exDate < b.exDate ? -1 : 1
  )
}

/** Next ex-dates of all funds with an estimate. */
export async function findNextExDates(db: Kysely<Database>): Promise<{ symbol: string; exDate: string }[]> {
  const rows = await db
    .selectFrom('estimate')
    .select(['symbol', 'next_ex_date'])
    .where('next_ex_date', 'is not', null)
    .orderBy('symbol')
    .execute()
  return rows.flatMap(({ symbol, next_ex_date }) =>
    next_ex_date === null ? [] : [{ symbol, exDate: next_ex_date }]
  )
}
