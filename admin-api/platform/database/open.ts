import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { AvailabilityListener } from './drivers/availability.ts'
import {
  findAvailability,
  isPostgresUrl,
  openPostgres,
  openPostgresSnapshot,
  type PostgresLimits
} from './drivers/postgres.ts'
import { openSqlite, openSqliteReader, openSqliteSnapshot } from './drivers/sqlite.ts'
import type { Db } from './schema.ts'

const locationOf = new WeakMap<Db, string>()

/**
 * @param location the file of a SQLite database, which is created if missing, or the URL of a PostgreSQL one:
 * postgres://user:password@host/name
 */
export function openDatabase(location: string, limits: Partial<PostgresLimits> = {}): Db {
  const db = isPostgresUrl(location) ? openPostgres(location, limits) : openSqlite(location)
  locationOf.set(db, location)
  return db
}

/** Opens a database for a thread that only reads, next to the one that writes. */
export function openForReading(location: string): Db {
  return isPostgresUrl(location) ? openPostgres(location, { poolSize: 2 }) : openSqliteReader(location)
}

/**
 * Opens a second, read-only connection that sees the database as it is now, however long reading takes. Destroy it soon:
 * while it is open the database keeps every row that was replaced since.
 */
export async function openSnapshot(db: Db): Promise<Db> {
  return openSnapshotOf(findLocation(db))
}

/** Same as openSnapshot, for a database that is not open. A SQLite file stays unchanged. */
export async function openSnapshotOf(location: string): Promise<Db> {
  const snapshot = isPostgresUrl(location)
    ? await openPostgresSnapshot(location)
    : openSqliteSnapshot(location)
  // The transaction sees the state at its first read, not at its 'begin'.
  await snapshot.selectFrom('meta').select('key').limit(1).execute()
  return snapshot
}

/** Location that openDatabase() got, for another connection to the same database. */
export function findLocation(db: Db): string {
  const location = locationOf.get(db)
  if (location === undefined) throw new Error('findLocation needs a database that openDatabase() opened')
  return location
}

/** Pages of the write-ahead log, 64 MB; SQLite's default is 1000. */
const checkpointPages = 16_000

/**
 * Leaves checkpoints of SQLite's write-ahead log to connections of other threads: they flush the disk, during which this
 * thread would be blocked. This connection only makes one if the log has become large.
 */
export async function leaveCheckpoints(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_autocheckpoint = ${sql.lit(checkpointPages)}`.execute(db)
}

/** Calls the listener when the database server goes away or is back; SQLite has no server. */
export function watchDatabase(db: Db, listener: AvailabilityListener): () => void {
  return findAvailability(db)?.listen(listener) ?? (() => {})
}
