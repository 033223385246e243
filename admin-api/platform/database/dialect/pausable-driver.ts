import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** Holds back what would write; reading goes on. */
export type WritePause = {
  /** Resolves when no transaction is open any more, and nothing is written from then on until the answer is called. */
  begin: () => Promise<() => void>
}

/**
 * One connection for all, as Kysely keeps it for SQLite, but shared query by query, so that a statement that waits for
 * the end of a pause holds up nobody who only reads. Without the pause a writer of another thread would make
 * better-sqlite3 wait inside this one, and the whole process with it.
 */
export class PausableDriver implements Driver, WritePause {
  readonly #inner: Driver
  readonly #isReading: (sql: string) => boolean
  #lastTurn: Promise<void> = Promise.resolve()
  #pause: Promise<void> | null = null

  /** @param isReading whether a statement leaves the database as it is */
  constructor(inner: Driver, isReading: (sql: string) => boolean) {
    this.#inner = inner
    this.#isReading = isReading
  }

  async begin(): Promise<() => void> {
    while (this.#pause !== null) await this.#pause
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pause = promise
    const endTurn = await this.takeTurn()
    endTurn()
    return () => {
      this.#pause = null
      resolve()
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

  /** Whoever waits when a pause begins goes on waiting. */
  private async takeWritingTurn(): Promise<() => void> {
    for (;;) {
      while (this.#pause !== null) await this.#pause
      const endTurn = await this.takeTurn()
      if (this.#pause === null) return endTurn
      endTurn()
    }
  }

  /** One after the other, in the order of asking. */
  private async takeTurn(): Promise<() => void> {
    const before = this.#lastTurn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastTurn = promise
    await before
    return resolve
  }
}

/** Takes a turn for each query, or, in a transaction, one for all of them. */
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
