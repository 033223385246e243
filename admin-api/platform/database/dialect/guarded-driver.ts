import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Availability } from './availability.ts'
import { explainAway } from './away.ts'

const longMs = 700

/** PostgreSQL over a network: refuses at once while the server is away, and says of a failure when it means that. */
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

  /** What takes long makes somebody look whether the server still answers: a network that breaks says nothing. */
  async guard<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => void this.#availability.check(), longMs)
    try {
      return await work()
    } catch (error) {
      const explained = explainAway(error)
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
