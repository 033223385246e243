import { setTimeout as wait } from 'node:timers/promises'
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Database, Db, Trx } from '../schema.ts'
import { Availability, DatabaseAwayError, toAwayError } from './availability.ts'

/** `poolSize`: maximum number of connections, of which one writes. `patienceMs`: longest wait for a connection. */
export type PostgresLimits = { poolSize: number; patienceMs: number }

/** An HTTP request is answered within a second even if no connection is free. */
const defaultLimits: PostgresLimits = { poolSize: 10, patienceMs: 900 }

/** Limits in milliseconds. An idle transaction, as of a frozen machine, loses the write lock to other instances. */
const timeLimits: pg.ClientConfig = {
  statement_timeout: 60_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true
}

const availabilityOf = new WeakMap<Db, Availability>()

/** Availability of the database's server; undefined for SQLite. */
export function findAvailability(db: Db): Availability | undefined {
  return availabilityOf.get(db)
}

export function isPostgresUrl(location: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(location)
}

/** Counts and sums are bigint or numeric, which `pg` returns as text; here they are numbers far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 || type === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(type, format)
}

/** Opens a connection in a transaction that keeps seeing the database as of its first read; destroy it to end both. */
export async function openPostgresSnapshot(url: string): Promise<Db> {
  const snapshot = openPostgres(url, { poolSize: 1 })
  await sql`begin isolation level repeatable read read only`.execute(snapshot)
  return snapshot
}

export function openPostgres(url: string, limits: Partial<PostgresLimits> = {}): Db {
  const { poolSize, patienceMs } = { ...defaultLimits, ...limits }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    types,
    ...timeLimits
  })
  const clients = new Set<pg.PoolClient>()
  // A broken connection fails at its next query; an 'error' event without a listener would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    guardQueries(client, availability)
    clients.add(client)
  })
  pool.on('remove', (client) => void clients.delete(client))

  const availability = new Availability(() => pingServer(url, patienceMs))
  // Queries under way would otherwise wait until the network notices.
  availability.listen({ onAway: () => clients.forEach(closeSocket), onBack: () => undefined })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => {
          if (availability.reason !== null) throw availability.reason
          return availability.guard(() => pool.connect())
        },
        end: () => {
          availability.stop()
          return pool.end()
        }
      },
      cursor: Cursor
    }),
    // SQLite accepts `in ()`; PostgreSQL doesn't.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]
  })
  availabilityOf.set(db, availability)
  return db
}

/** Reports failed and slow queries of a connection to `availability`. */
function guardQueries(client: pg.PoolClient, availability: Availability): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (text: string | Cursor, values: unknown[]) => {
      if (typeof text === 'string') return availability.guard(() => query(text, values))
      const cursor = query(text)
      const read = cursor.read.bind(cursor)
      return Object.assign(cursor, { read: (rows: number) => availability.guard(() => read(rows)) })
    }
  })
}

/**
 * Waits for a server that may still be starting.
 * @throws DatabaseAwayError if it doesn't answer in time, and any other error, such as a wrong password, at once
 */
export async function waitForPostgres(url: string, longestMs: number): Promise<void> {
  const until = performance.now() + longestMs
  for (;;) {
    try {
      return await pingServer(url, defaultLimits.patienceMs)
    } catch (error) {
      const explained = toAwayError(error)
      if (!(explained instanceof DatabaseAwayError) || performance.now() > until) throw explained
      await wait(retryMs)
    }
  }
}

const retryMs = 300

/** Connects separately from the pool, so that it never waits for other queries. @throws if there is no answer in time */
async function pingServer(url: string, patienceMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    // A regular end waits for the server.
    closeSocket(client)
  }
}

/** Closes the socket of a connection, so that its queries fail. The types of `pg` omit the socket. */
function closeSocket(client: pg.ClientBase & { connection?: { stream: { destroy: () => void } } }): void {
  client.connection?.stream.destroy()
}

/** Key of the advisory lock; arbitrary, but the same in all instances. */
const writeLock = 4_321

/** Makes a transaction the only writer of all instances until it ends. */
export async function takePostgresWriteLock(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
}
