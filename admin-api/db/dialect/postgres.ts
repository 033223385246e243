import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Database } from '../schema.ts'

/** How many connections a process holds at most; one that writes for long leaves the others to those who read. */
const poolSize = 10

export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}

/**
 * Numbers come as numbers, as they do from SQLite: counts and sums are bigint or numeric in PostgreSQL, which `pg` hands
 * out as text. Ours stay far below 2^53.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 || type === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(type, format)
}

export function openPostgres(url: string): Kysely<Database> {
  return openPool(url, poolSize)
}

/** One connection whose transaction goes on seeing the database as it is at its first read; destroying it ends both. */
export async function openPostgresSnapshot(url: string): Promise<Kysely<Database>> {
  const snapshot = openPool(url, 1)
  await sql`begin isolation level repeatable read read only`.execute(snapshot)
  return snapshot
}

function openPool(url: string, max: number): Kysely<Database> {
  const pool = new pg.Pool({ connectionString: url, max, types })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  // SQLite knows that nothing is in an empty list; PostgreSQL has no such list.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    plugins: [emptyLists]
  })
}

/** A number of our own, so that other programs on the same server wait for nothing. */
const writeLock = 4_321

/** Makes the transaction the only writer of all processes until it ends. */
export async function takePostgresWriteLock(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
}
