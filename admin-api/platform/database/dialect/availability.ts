import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseAwayError, explainAway } from './away.ts'

/** Called once each time the server goes, and once each time it is back. */
export type AvailabilityListener = { onAway: (reason: Error) => void; onBack: () => void }

const askAgainMs = 300
/** A process that is busy for a moment misses one answer. */
const missedAnswers = 2

/**
 * Whether a database server is there, by what came of the last query. While it is away everything is refused at once, and
 * one connection at a time tries whether it is back: no call waits, and none has to be the one that finds out.
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

  /** Why the server is away; null while it is there. */
  get reason(): Error | null {
    return this.#reason
  }

  /** A query failed. One that only took too long says nothing of the others. */
  report(error: unknown): void {
    if (!(error instanceof DatabaseAwayError) || error.code !== 'DATABASE_AWAY') return
    if (this.#reason !== null || this.#isStopped) return
    this.#reason = error
    for (const { onAway } of this.#listeners) onAway(error)
    void this.#waitUntilBack()
  }

  /** Asks the server, and reports it where it does not answer. */
  async check(): Promise<void> {
    if (this.#isChecking || this.#reason !== null) return
    this.#isChecking = true
    try {
      for (let missed = 1; ; missed += 1) {
        const failure = await this.#probe().then(() => null, explainAway)
        if (failure === null || this.#isStopped) return
        if (missed === missedAnswers) return this.report(failure)
      }
    } finally {
      this.#isChecking = false
    }
  }

  /** @returns ends that. */
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
      await wait(askAgainMs, undefined, { ref: false })
    }
    if (this.#isStopped) return
    this.#reason = null
    for (const { onBack } of this.#listeners) onBack()
  }
}
