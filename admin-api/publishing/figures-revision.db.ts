import { sql } from 'kysely'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { type CachedValue, createCachedValue } from '../platform/http/cached-response.ts'

/** Returns the number of committed changes of payments, prices, estimates or scores, made by any instance. */
export async function readFiguresRevision(db: Db): Promise<number> {
  return Number((await readMeta(db, 'figures-revision')) ?? 0)
}

/** Caches the result of `read` for each database until figures change, because many pages need it. */
export function cacheUntilFiguresChange<Value>(read: (db: Db) => Promise<Value>): (db: Db) => Promise<Value> {
  const cachedOf = new WeakMap<Db, CachedValue<Value>>()
  return (db) => {
    const cached =
      cachedOf.get(db) ??
      createCachedValue(
        () => read(db),
        () => readFiguresRevision(db)
      )
    cachedOf.set(db, cached)
    return cached.read()
  }
}

/** Increments the revision. Call it in the transaction of the change. */
export async function countFiguresChange(trx: Trx): Promise<void> {
  await trx
    .insertInto('meta')
    .values({ key: 'figures-revision', value: '1' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql`cast(cast(meta.value as integer) + 1 as text)` })
    )
    .execute()
}
