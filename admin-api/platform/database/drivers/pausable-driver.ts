import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { DatabaseAwayError } from './availability.ts'

/** A pause that lasts longer refuses writes, because their callers would give up waiting. */
export const longestWaitMs = 10_000

type Pause = {
  ended: Promise<void>
  /** Rejects when the pause lasts too long. */
  overdue: Promise<never>
}

/** Pauses writes; reads go on. */
export type WritePause = {
  /** Resolves once no transaction is open and writes are paused, with a function that ends the pause. */
  begin: () => Promise<() => void>
}

/**
 * Driver with a single SQLite connection that is shared query by query, so that a write waiting for the end of a pause
 * doesn't block reads. Without the pause, better-sqlite3 would block this thread while another thread writes.
 */
export class PausableDriver implements Driver, WritePause {
  readonly #inner: Driver
  readonly #isReading: (sql: string) => boolean
  #lastTurn: Promise<void> = Promise.resolve()
  #pause: Pause | null = null

  /** @param isReading whether a statement changes nothing */
  constructor(inner: Driver, isReading: (sql: string) => boolean) {
    this.#inner = inner
    this.#isReading = isReading
  }

  async begin(): Promise<() => void> {
    while (this.#pause !== null) await this.#pause.ended
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: overdue, reject } = Promise.withResolvers<never>()
    overdue.catch(() => undefined)
    const timer = setTimeout(() => reject(makeBusyError()), longestWaitMs).unref()
    this.#pause = { ended, overdue }
    const endTurn = await this.takeTurn()
    endTurn()
    return () => {
      this.#pause = null
      clearTimeout(timer)
      end()
    }
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this, await this.#inner.acquireConnection())
  }

  async beginTransaction(connection: SharedConnection, settings: object): Promise<void> {
    connection.endTurn = await this.takeWritingTurn()
    await this.#inner.beginTransaction(connection.inner, settings)
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

  takeTurnFor(sql: string): Promise<() => void> {
    return this.#pause === null || this.#isReading(sql) ? this.takeTurn() : this.takeWritingTurn()
  }

  /**
   * A writer that waits for its turn when a pause begins goes on waiting.
   * @throws DatabaseAwayError when the pause lasts too long
   */
  private async takeWritingTurn(): Promise<() => void> {
    for (;;) {
      while (this.#pause !== null) await Promise.race([this.#pause.ended, this.#pause.overdue])
      const endTurn = await this.takeTurn()
      if (this.#pause === null) return endTurn
      endTurn()
    }
  }

  /** First come, first served. */
  private async takeTurn(): Promise<() => void> {
    const before = this.#lastTurn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastTurn = promise
    await before
    return resolve
  }
}

export function makeBusyError(): DatabaseAwayError {
  const message = `another write has taken longer than ${longestWaitMs / 1000} s`
  return new DatabaseAwayError('DATABASE_BUSY', message, undefined)
}

/** Takes one turn per query, or one for a whole transaction. */
class SharedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  endTurn: (() => void) | null = null
  readonly #driver: PausableDriver

  constructor(driver: PausableDriver, inner: DatabaseConnection) {
    this.#driver = driver
    this.inner = inner
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const endTurn = this.endTurn === null ? await this.#driver.takeTurnFor(query.sql) : null
    try {
      return await this.inner.executeQuery<Row>(query)
    } finally {
      endTurn?.()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const endTurn = this.endTurn === null ? await this.#driver.takeTurnFor(query.sql) : null
    try {
      yield* this.inner.streamQuery<Row>(query, chunkSize)
    } finally {
      endTurn?.()
    }
  }
}
