import type { Transaction } from 'kysely'
import type { CollectionScope } from '../contract/collection.ts'
import { type Actor, type LogEntry, writeLog } from '../admin-log/admin-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { SecondAnswer } from '../services.ts'

/** Who collects, out of which source, and when. */
export type CollectionContext = {
  sourceName: string
  /** In New York. */
  today: string
  now: Date
  /** Left out where nobody pressed a button. */
  actor?: Actor
  /** What another source says of the same payments; left out where none was asked. */
  second?: Second
}

/** What a second source answered about payments since a day; nothing, and a sentence that says why, where it failed. */
export type Second = { name: string; since: string; answer: SecondAnswer; fault: string | null }

/** What was to be collected, and out of how many funds in all. */
export type Extent = { scope: CollectionScope; title: string; wanted: number; fleet: number }

/** From this day on what is reported may stand on another share basis than what is stored; `reason` ends a sentence. */
export type UnreliableFrom = { from: string; reason: string }

export async function log(
  trx: Transaction<Database>,
  { actor, now }: CollectionContext,
  entry: LogEntry
): Promise<void> {
  await writeLog(trx, actor === undefined ? entry : { ...entry, actor }, now)
}
