import type { Kysely } from 'kysely'
import { isPostgresUrl, openPostgresSnapshot } from './dialect/postgres.ts'
import { openSqliteSnapshot } from './dialect/sqlite.ts'
import { findPlace } from './open.ts'
import type { Database } from './schema.ts'

/**
 * A second connection, for reading alone, that sees the database as it is now, however long the reading takes and
 * whatever is written meanwhile. Destroy it: while it is open what was replaced since is kept for it.
 */
export async function openSnapshot(db: Kysely<Database>): Promise<Kysely<Database>> {
  const place = findPlace(db)
  const snapshot = isPostgresUrl(place) ? await openPostgresSnapshot(place) : openSqliteSnapshot(place)
  // The state is the one of the first read, not of the 'begin'.
  await snapshot.selectFrom('meta').select('key').limit(1).execute()
  return snapshot
}
