import type { Db } from './schema.ts'
import { writeTransaction } from './write-transaction.ts'

/** Keys of single values that have no table. */
export type MetaKey =
  | 'market-data'
  | 'facts-digest'
  | 'given-until'
  | 'database-id'
  | 'admin-password'
  | 'history-changed-at'
  | 'blog-begun-at'
  | 'pages-drawn-for'
  | 'write-probe'
  | 'figures-revision'
  | 'changed-facts'
  | 'closes-revision'
  | 'payments-replayed'
  | 'outlook-record-kept'
  | 'outlooks-backtested'
  | 'stand-in'
  | 'device-key'
  | 'second-factor'
  | 'source-fault'
  | 'last-collection'
  | 'collection-pause'
  | 'collections-to-stop'
  | 'second-source'
  | 'announcements'
  | 'first-seen-since'
  | 'filings'
  | 'archive'
  | 'last-backup'
  | 'backup-manifest'
  | 'demo-day'
  | 'record-key'
  | 'record-key-introductions'
  | 'vapid-keys'
  | 'home-funds'
  | 'operator'
  | 'mailing-list'
  | 'source-hint'
  | 'fund-list'

export async function readMeta(db: Db, key: MetaKey): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function writeMeta(db: Db, key: MetaKey, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Returns the stored value, or makes and stores one, in one process only. */
export async function ensureMeta(db: Db, key: MetaKey, make: () => string): Promise<string> {
  const stored = await readMeta(db, key)
  if (stored !== null) return stored
  return writeTransaction(db, async (trx) => {
    const value = (await readMeta(trx, key)) ?? make()
    await writeMeta(trx, key, value)
    return value
  })
}

export async function deleteMeta(db: Db, key: MetaKey): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute()
}

/** A value that is stored as JSON; null if there is none. */
export async function readMetaValue<Value>(db: Db, key: MetaKey): Promise<Value | null> {
  const text = await readMeta(db, key)
  return text === null ? null : JSON.parse(text)
}

/** Stores a value as JSON; null deletes it. */
export async function writeMetaValue(db: Db, key: MetaKey, value: object | null): Promise<void> {
  if (value === null) await deleteMeta(db, key)
  else await writeMeta(db, key, JSON.stringify(value))
}
