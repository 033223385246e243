import type { Kysely } from 'kysely'
import type { AvailabilityListener } from './dialect/availability.ts'
import { findAvailability, isPostgresUrl, openPostgres, type PostgresLimits } from './dialect/postgres.ts'
import { findWritePause, openSqlite, openSqliteReader } from './dialect/sqlite.ts'
import type { Database } from './schema.ts'

const placeOf = new WeakMap<Kysely<Database>, string>()

/**
 * @param place the file of a SQLite database, which is made where there is none, or the address of a PostgreSQL one:
 * postgres://user:password@host/name
 * @param limits of a PostgreSQL one, where they are not the usual ones
 */
export function openDatabase(place: string, limits: Partial<PostgresLimits> = {}): Kysely<Database> {
  const db = isPostgresUrl(place) ? openPostgres(place, limits) : openSqlite(place)
  placeOf.set(db, place)
  return db
}

/** The same database for a thread that only reads, beside the one that writes. */
export function openForReading(place: string): Kysely<Database> {
  return isPostgresUrl(place) ? openPostgres(place, { poolSize: 2 }) : openSqliteReader(place)
}

/** What openDatabase() was given, for another connection to the same database. */
export function findPlace(db: Kysely<Database>): string {
  const place = placeOf.get(db)
  if (place === undefined) throw new Error('only what openDatabase() opened has a place')
  return place
}

/**
 * Waits for the transactions of this connection and holds back all that would write, for another connection that
 * writes for long; reading goes on. PostgreSQL makes writers wait by itself, and holds up nobody else meanwhile.
 * @returns ends the pause.
 */
export async function pauseWrites(db: Kysely<Database>): Promise<() => void> {
  return findWritePause(db)?.begin() ?? (() => {})
}

/** Calls the listener whenever the server of the database goes, or is back; nothing where there is none. */
export function watchDatabase(db: Kysely<Database>, listener: AvailabilityListener): () => void {
  return findAvailability(db)?.listen(listener) ?? (() => {})
}
