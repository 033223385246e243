import { setTimeout as wait } from 'node:timers/promises'
import {
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Database } from '../schema.ts'
import { Availability } from './availability.ts'
import { DatabaseAwayError, explainAway } from './away.ts'
import { GuardedDriver } from './guarded-driver.ts'

/**
 * `poolSize`: how many connections a process holds at most, of which one writes. `patienceMs`: how long it waits for one.
 */
export type PostgresLimits = { poolSize: number; patienceMs: number }

/** A call is answered within a second, also where no connection can be had. */
const usualLimits: PostgresLimits = { poolSize: 10, patienceMs: 900 }

/**
 * So that nothing waits for ever: a statement, or one for another process that writes. Who holds the write lock and does
 * nothing, as a machine that froze, loses it to the others.
 */
const timeLimits: pg.ClientConfig = {
  statement_timeout: 60_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true
}

const availabilityOf = new WeakMap<Kysely<Database>, Availability>()

/** Whether the server of a database is there; undefined where there is none. */
export function findAvailability(db: Kysely<Database>): Availability | undefined {
  return availabilityOf.get(db)
}

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

export function openPostgres(url: string, limits: Partial<PostgresLimits> = {}): Kysely<Database> {
  return openPool(url, { ...usualLimits, ...limits })
}

/** One connection whose transaction goes on seeing the database as it is at its first read; destroying it ends both. */
export async function openPostgresSnapshot(url: string): Promise<Kysely<Database>> {
  const snapshot = openPool(url, { ...usualLimits, poolSize: 1 })
  await sql`begin isolation level repeatable read read only`.execute(snapshot)
  return snapshot
}

function openPool(url: string, { poolSize, patienceMs }: PostgresLimits): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    types,
    ...timeLimits
  })
  const clients = new Set<pg.PoolClient>()
  // A connection that breaks, idle or not, fails at its next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    clients.add(client)
  })
  pool.on('remove', (client) => void clients.delete(client))

  const availability = new Availability(() => askServer(url, patienceMs))
  // What still waits for an answer would wait for as long as the network takes to notice.
  availability.listen({ onAway: () => clients.forEach(breakOff), onBack: () => undefined })
  const db = new Kysely<Database>({
    dialect: new GuardedDialect({ pool, cursor: Cursor }, availability),
    // SQLite knows that nothing is in an empty list; PostgreSQL has no such list.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]
  })
  availabilityOf.set(db, availability)
  return db
}

class GuardedDialect extends PostgresDialect {
  readonly #availability: Availability

  constructor(config: PostgresDialectConfig, availability: Availability) {
    super(config)
    this.#availability = availability
  }

  override createDriver(): Driver {
    return new GuardedDriver(super.createDriver(), this.#availability)
  }
}

/**
 * Resolves when the server answers, for as long as it may still be starting.
 * @throws DatabaseAwayError where it does not come in time; what else it says, such as that the password is wrong, at once
 */
export async function waitForPostgres(url: string, longestMs: number): Promise<void> {
  const until = performance.now() + longestMs
  for (;;) {
    try {
      return await askServer(url, usualLimits.patienceMs)
    } catch (error) {
      const explained = explainAway(error)
      if (!(explained instanceof DatabaseAwayError) || performance.now() > until) throw explained
      await wait(askAgainMs)
    }
  }
}

const askAgainMs = 300

/** By a connection of its own, so that it waits behind nothing. @throws where no answer comes in time */
async function askServer(url: string, patienceMs: number): Promise<void> {
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
    // Saying goodbye waits for the server.
    breakOff(client)
  }
}

/** Ends a connection without a word; what waits for its answer fails. The types of `pg` leave its socket out. */
function breakOff(client: pg.ClientBase & { connection?: { stream: { destroy: () => void } } }): void {
  client.connection?.stream.destroy()
}

/** A number of our own, so that other programs on the same server wait for nothing. */
const writeLock = 4_321

/** Makes the transaction the only writer of all processes until it ends. */
export async function takePostgresWriteLock(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
}
