import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { DatabaseAwayError } from './availability.ts'

/** A write that waits longer is refused, because its caller would give up waiting. */
export const longestWaitMs = 10_000
/** Writes of another thread take up to 300 ms. */
const retryMs = 3

/**
 * Driver with a single SQLite connection that is shared query by query. While another thread or process writes, a write
 * is retried without blocking this thread, and reads go on.
 */
export class SharedDriver implements Driver {
  readonly #inner: Driver
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(inner: Driver) {
    this.#inner = inner
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this, await this.#inner.acquireConnection())
  }

  async beginTransaction(connection: SharedConnection, settings: TransactionSettings): Promise<void> {
    const { endTurn } = await this.inTurn(() => this.#inner.beginTransaction(connection.inner, settings))
    connection.endTurn = endTurn
  }

  commitTransaction(connection: SharedConnection): Promise<void> {
    return this.#inner.commitTransaction(connection.inner)
  }

  rollbackTransaction(connection: SharedConnection): Promise<void> {
    return this.#inner.rollbackTransaction(connection.inner)
  }

  async releaseConnection(connection: SharedConnection): Promise<void> {
    connection.endTurn?.()
    connection.endTurn = null
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
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
