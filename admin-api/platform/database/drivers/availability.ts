import { setTimeout as wait } from 'node:timers/promises'

/** The database server can't be reached or is too busy to answer in time; the query itself may be fine. */
export class DatabaseAwayError extends Error {
  /** One of the codes that `findStorageFault` knows. */
  readonly code: 'DATABASE_AWAY' | 'DATABASE_BUSY'

  constructor(code: DatabaseAwayError['code'], message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'DatabaseAwayError'
    this.code = code
  }
}

const awayCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  // PostgreSQL: ended by an administrator, after a crash, starting up or shutting down.
  ...['57P01', '57P02', '57P03']
]
/** PostgreSQL: lock timeout, statement timeout, too many connections. */
const busyCodes = ['55P03', '57014', '53300']

/** Messages of `pg` errors without a code. */
const awayMessages = /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/
const busyMessages = /^(?:timeout exceeded when trying to connect|Query read timeout)/

/** Turns an error that means that the server is away or busy into a DatabaseAwayError; returns other errors unchanged. */
export function toAwayError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (awayCodes.includes(code) || code.startsWith('08') || awayMessages.test(error.message))
    return new DatabaseAwayError(
      'DATABASE_AWAY',
      `the PostgreSQL database can't be reached: ${reasonOf(error)}.`,
      error
    )
  if (busyCodes.includes(code) || busyMessages.test(error.message))
    return new DatabaseAwayError(
      'DATABASE_BUSY',
      `the PostgreSQL database does not answer in time: ${reasonOf(error)}.`,
      error
    )
  return error
}

/** Node reports one error per address of a host, and an AggregateError without a message. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : error.message
}

/** Each method is called once when the server goes away or is back. */
export type AvailabilityListener = { onAway: (reason: Error) => void; onBack: () => void }

const retryMs = 300
/** A busy process can miss one probe. */
const missedProbes = 2
/** After this long without a result, the server is probed. */
const slowMs = 700

/**
 * Circuit breaker for a database server. After a query fails because the server is away, every query is refused at once
 * while a single connection probes whether the server is back.
 */
export class Availability {
  #reason: DatabaseAwayError | null = null
  #isStopped = false
  #isChecking = false
  readonly #listeners = new Set<AvailabilityListener>()
  readonly #probe: () => Promise<void>

  /** @param probe resolves when the server answers */
  constructor(probe: () => Promise<void>) {
    this.#probe = probe
  }

  /** Why the server is away; null while it is available. */
  get reason(): Error | null {
    return this.#reason
  }

  /**
   * Runs a query and reports its failure. A slow one triggers a probe, because a broken network connection fails only
   * after minutes.
   */
  async guard<Result>(query: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => void this.check(), slowMs)
    try {
      return await query()
    } catch (error) {
      const explained = toAwayError(error)
      this.#report(explained)
      throw explained
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reports a failed query. A query that only took too long doesn't make the server count as away. */
  #report(error: unknown): void {
    if (!(error instanceof DatabaseAwayError) || error.code !== 'DATABASE_AWAY') return
    if (this.#reason !== null || this.#isStopped) return
    this.#reason = error
    for (const { onAway } of this.#listeners) onAway(error)
    void this.#waitUntilBack()
  }

  /** Probes the server and reports it as away if it doesn't answer. */
  async check(): Promise<void> {
    if (this.#isChecking || this.#reason !== null) return
    this.#isChecking = true
    try {
      for (let missed = 1; ; missed += 1) {
        const failure = await this.#probe().then(() => null, toAwayError)
        if (failure === null || this.#isStopped) return
        if (missed === missedProbes) return this.#report(failure)
      }
    } finally {
      this.#isChecking = false
    }
  }

  /** @returns removes the listener */
  listen(listener: AvailabilityListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #waitUntilBack(): Promise<void> {
    while (!this.#isStopped) {
      const answers = await this.#probe().then(
        () => true,
        () => false
      )
      if (answers) break
      await wait(retryMs, undefined, { ref: false })
    }
    if (this.#isStopped) return
    this.#reason = null
    for (const { onBack } of this.#listeners) onBack()
  }
}
