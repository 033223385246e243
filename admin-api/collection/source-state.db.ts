import type { Kysely } from 'kysely'
import { deleteMeta, readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'

/** Why nothing more is asked for now, and until when. `hours` is how long it was meant to last: the next one is longer. */
export type CollectionPause = { until: string; hours: number }

/** Null: the source does not block, as far as we know. */
export async function readPause(db: Kysely<Database>): Promise<CollectionPause | null> {
  const text = await readMeta(db, 'collection-pause')
  const pause: CollectionPause | null = text === null ? null : JSON.parse(text)
  return pause
}

export async function writePause(db: Kysely<Database>, pause: CollectionPause | null): Promise<void> {
  if (pause === null) await deleteMeta(db, 'collection-pause')
  else await writeMeta(db, 'collection-pause', JSON.stringify(pause))
}

/** What was wrong with the source at the last collection of all funds, in sentences; null: nothing. */
export async function readSourceFault(db: Kysely<Database>): Promise<string | null> {
  return readMeta(db, 'source-fault')
}

export async function writeSourceFault(db: Kysely<Database>, fault: string | null): Promise<void> {
  if (fault === null) await deleteMeta(db, 'source-fault')
  else await writeMeta(db, 'source-fault', fault)
}

/** How the second source answered when it was last asked, on a day in New York; `fault` is a sentence, or null. */
export type SecondSourceState = { askedOn: string; fault: string | null }

/** Null: it was never asked. */
export async function readSecondSource(db: Kysely<Database>): Promise<SecondSourceState | null> {
  const text = await readMeta(db, 'second-source')
  const state: SecondSourceState | null = text === null ? null : JSON.parse(text)
  return state
}

export async function writeSecondSource(db: Kysely<Database>, state: SecondSourceState): Promise<void> {
  await writeMeta(db, 'second-source', JSON.stringify(state))
}

/** The last collection of all funds or of those that were missed; `isStopped`: the source refused to answer on. */
export type LastCollection = { endedAt: string; collected: number; failed: number; isStopped: boolean }

/** Null: there was none. */
export async function readLastCollection(db: Kysely<Database>): Promise<LastCollection | null> {
  const text = await readMeta(db, 'last-collection')
  const collection: LastCollection | null = text === null ? null : JSON.parse(text)
  return collection
}

export async function writeLastCollection(db: Kysely<Database>, collection: LastCollection): Promise<void> {
  await writeMeta(db, 'last-collection', JSON.stringify(collection))
}
