import { type Selectable, sql } from 'kysely'
import { countRows } from '../platform/database/rows.ts'
import type { PushSubscriptionTable } from '../platform/database/schema/operator.ts'
import type { Db } from '../platform/database/schema.ts'

export type Subscription = Selectable<PushSubscriptionTable>

/** Subscriptions that did not fail since an instant. Those without a failure come first, so that others can't delay them. */
export async function findDue(db: Db, since: Date): Promise<Subscription[]> {
  return db
    .selectFrom('push_subscription')
    .selectAll()
    .where((eb) => eb.or([eb('failed_at', 'is', null), eb('failed_at', '<', since.toISOString())]))
    .orderBy('failed_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .execute()
}

export function countSubscriptions(db: Db): Promise<number> {
  return countRows(db.selectFrom('push_subscription'))
}

/** @param auth secret of the browser; with another one nothing is found */
export async function findSubscription(db: Db, { endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>) {
  const subscription = await findByEndpoint(db, endpoint)
  return subscription?.auth === auth ? subscription : undefined
}

export async function findByEndpoint(db: Db, endpoint: string): Promise<Subscription | undefined> {
  return db.selectFrom('push_subscription').selectAll().where('endpoint', '=', endpoint).executeTakeFirst()
}

/** Adds the subscription, or replaces the one of the same browser. */
export async function writeSubscription(
  db: Db,
  subscription: Omit<Subscription, keyof typeof noFailure>
): Promise<void> {
  const { created_at: _kept, ...changed } = subscription
  await db
    .insertInto('push_subscription')
    .values({ ...subscription, ...noFailure })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...changed, ...noFailure }))
    .execute()
}

/** Its events in push_sent go with it. */
export async function deleteSubscription(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

const noFailure = { failures: 0, failed_at: null }

export async function writeFailures(
  db: Db,
  { endpoint, failures, failed_at }: Pick<Subscription, 'endpoint' | 'failures' | 'failed_at'>
): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ failures, failed_at })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Events that browsers were notified of. */
export async function findSent(db: Db, subscriptions: readonly Subscription[]) {
  const endpoints = subscriptions.map(({ endpoint }) => endpoint)
  return db.selectFrom('push_sent').select(['endpoint', 'event']).where('endpoint', 'in', endpoints).execute()
}

/** Stores accepted events, unless the visitor ended the subscription meanwhile. */
export async function writeSent(
  db: Db,
  endpoint: string,
  events: readonly string[],
  now: Date
): Promise<void> {
  if (events.length === 0 || (await findByEndpoint(db, endpoint)) === undefined) return
  await writeFailures(db, { endpoint, ...noFailure })
  await db
    .insertInto('push_sent')
    .values(events.map((event) => ({ endpoint, event, sent_at: now.toISOString() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes events that can't happen again. */
export async function deleteSentBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('push_sent').where('sent_at', '<', instant.toISOString()).execute()
}

/** Makes subscriptions and their events follow a renamed fund. */
export async function renameNotifiedFund(db: Db, from: string, to: string): Promise<void> {
  const listed = sql<string>`',' || funds || ','`
  await db
    .updateTable('push_subscription')
    .set({ funds: sql`trim(replace(${listed}, ${`,${from},`}, ${`,${to},`}), ',')` })
    .where(listed, 'like', `%,${from},%`)
    .execute()
  await db
    .updateTable('push_sent')
    .set({ event: sql`replace(event, ${` ${from} `}, ${` ${to} `})` })
    .where('event', 'like', `% ${from} %`)
    .execute()
}

/** Announced and newly stored payments with an ex-date from `from` on, by ex-date and symbol. */
export async function findAnnounced(db: Db, from: string) {
  return db
    .selectFrom('declared_payment')
    .select(['symbol', 'ex_date as exDate', 'amount'])
    .where('ex_date', '>=', from)
    .unionAll((eb) =>
      eb.selectFrom('payment').select(['symbol', 'ex_date as exDate', 'amount']).where('ex_date', '>=', from)
    )
    .orderBy('exDate')
    .orderBy('symbol')
    .execute()
}
