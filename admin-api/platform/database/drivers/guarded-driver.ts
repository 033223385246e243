import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { type Availability, toAwayError } from './availability.ts'

/** After this long without a result, the server is probed. */
const slowMs = 700

/** Driver for PostgreSQL over a network: reports failed and slow queries to `Availability`, and refuses all while it is away. */
export class GuardedDriver implements Driver {
  readonly #inner: Driver
  readonly #availability: Availability

  constructor(inner: Driver, availability: Availability) {
    this.#inner = inner
    this.#availability = availability
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#availability.reason !== null) throw this.#availability.reason
    return new GuardedConnection(this, await this.guard(() => this.#inner.acquireConnection()))
  }

  beginTransaction(connection: GuardedConnection, settings: TransactionSettings): Promise<void> {
    return this.guard(() => this.#inner.beginTransaction(connection.inner, settings))
  }

  commitTransaction(connection: GuardedConnection): Promise<void> {
    return this.guard(() => this.#inner.commitTransaction(connection.inner))
  }

  rollbackTransaction(connection: GuardedConnection): Promise<void> {
    return this.guard(() => this.#inner.rollbackTransaction(connection.inner))
  }

  releaseConnection(connection: GuardedConnection): Promise<void> {
    return this.#inner.releaseConnection(connection.inner)
  }

  async destroy(): Promise<void> {
    this.#availability.stop()
    await this.#inner.destroy()
  }

  /** A slow query triggers a probe, because a broken network connection fails only after minutes. */
  async guard<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => void this.#availability.check(), slowMs)
    try {
      return await work()
    } catch (error) {
      const explained = toAwayError(error)
      this.#availability.report(explained)
      throw explained
    } finally {
      clearTimeout(timer)
    }
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: GuardedDriver

  constructor(driver: GuardedDriver, inner: DatabaseConnection) {
    this.#driver = driver
    this.inner = inner
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.guard(() => this.inner.executeQuery<Row>(query))
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const rows = this.inner.streamQuery<Row>(query, chunkSize)
    try {
      for (;;) {
        const next = await this.#driver.guard(() => rows.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await rows.return?.()
    }
  }
}
