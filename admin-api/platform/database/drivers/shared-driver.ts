import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDriver,
  type TransactionSettings
} from 'kysely'
import { DatabaseAwayError } from './availability.ts'

/** A write that waits longer is refused, because its caller would give up waiting. */
export const longestWaitMs = 10_000
/** Writes of another thread take up to 300 ms. */
const retryMs = 3

/**
 * Driver with a single SQLite connection that is shared query by query. While another thread or process writes, a write
 * is retried without blocking this thread, and reads go on.
 */
export class SharedDriver extends SqliteDriver {
  readonly #sqlite: SQLite.Database
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(sqlite: SQLite.Database, prepare: (sql: string) => SQLite.Statement<unknown[]>) {
    super({ database: { close: () => void sqlite.close(), prepare } })
    this.#sqlite = sqlite
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this, await super.acquireConnection())
  }

  /** A transaction that reads first would not wait for other writers but fail at its own write. */
  override async beginTransaction(
    connection: SharedConnection,
    { accessMode }: TransactionSettings = {}
  ): Promise<void> {
    const begin = CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate')
    const { endTurn } = await this.inTurn(() => connection.inner.executeQuery(begin))
    connection.endTurn = endTurn
  }

  /** On a full disk SQLite rolls back by itself; the error of a second rollback would hide the cause. */
  override async rollbackTransaction(connection: SharedConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }

  /** Kysely passes the connection, although the type of SqliteDriver has none. */
  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof SharedConnection) connection.release()
  }

  /**
   * Runs work that needs the connection for itself, once no other connection writes if it writes. The caller ends the turn.
   * @throws DatabaseAwayError when other connections write for too long
   */
  async inTurn<Result>(work: () => Promise<Result>): Promise<{ result: Result; endTurn: () => void }> {
    const giveUpAt = performance.now() + longestWaitMs
    for (;;) {
      const endTurn = await this.#takeTurn()
      try {
        return { result: await work(), endTurn }
      } catch (error) {
        endTurn()
        if (!isBusy(error)) throw error
        if (performance.now() >= giveUpAt) throw makeBusyError()
      }
      await wait(retryMs)
    }
  }

  /** First come, first served. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastTurn = promise
    await before
    return resolve
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

export function makeBusyError(): DatabaseAwayError {
  const message = `another write has taken longer than ${longestWaitMs / 1000} s`
  return new DatabaseAwayError('DATABASE_BUSY', message, undefined)
}

/** Takes one turn per query, or one for a whole transaction. */
class SharedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** Set during a transaction. */
  endTurn: (() => void) | null = null
  readonly #driver: SharedDriver

  constructor(driver: SharedDriver, inner: DatabaseConnection) {
    this.#driver = driver
    this.inner = inner
  }

  release(): void {
    this.endTurn?.()
    this.endTurn = null
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.endTurn !== null) return this.inner.executeQuery<Row>(query)
    const { result, endTurn } = await this.#driver.inTurn(() => this.inner.executeQuery<Row>(query))
    endTurn()
    return result
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const turn = this.endTurn === null ? await this.#driver.inTurn(async () => undefined) : null
    try {
      yield* this.inner.streamQuery<Row>(query, chunkSize)
    } finally {
      turn?.endTurn()
    }
  }
}
