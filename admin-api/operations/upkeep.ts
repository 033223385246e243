import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../platform/database/schema.ts'
import { findStorageFault } from '../platform/files/storage-fault.ts'

/** Removes what has had its time, of one kind. */
export type Sweep = {
  /** What would be left lying, for the log: 'old searches'. */
  what: string
  everyHours: number
  /** Does a part that holds nobody up: one short transaction. Says whether there may be more. */
  step: (db: Kysely<Database>, now: Date) => Promise<boolean>
}

export type Upkeep = {
  /** Sweeps what is due by the clock, step by step; one who calls it meanwhile waits for the same. */
  runDue: () => Promise<void>
  /** Ends after the step that is running; what is left is due again with the next call. */
  stop: () => Promise<void>
}

const hourMs = 3_600_000
const lookEveryMs = 60_000

/** Of the time it takes in all: visitors and their writes have the rest, however much there is to remove. */
const shareOfTime = 1 / 5

export function createUpkeep(
  { db, clock, log }: { db: Kysely<Database>; clock: () => Date; log: Logger },
  sweeps: readonly Sweep[]
): Upkeep {
  const sweptAt = new Map<Sweep, number>()
  let running: Promise<void> | null = null
  let isStopping = false

  function isDue(sweep: Sweep): boolean {
    const last = sweptAt.get(sweep)
    // By its distance, so that a clock that was set back by years stops nothing for years.
    return last === undefined || Math.abs(clock().getTime() - last) >= sweep.everyHours * hourMs
  }

  async function sweepWhole(sweep: Sweep): Promise<void> {
    const now = clock()
    for (let isMore = true; isMore && !isStopping; ) {
      const began = performance.now()
      isMore = await sweep.step(db, now)
      if (isMore) await setTimeout((performance.now() - began) * (1 / shareOfTime - 1))
    }
    if (!isStopping) sweptAt.set(sweep, now.getTime())
  }

  async function sweepDue(): Promise<void> {
    for (const sweep of sweeps.filter(isDue)) {
      try {
        await sweepWhole(sweep)
      } catch (error) {
        // The log has a line of its own of a database that is away; whatever else fails is tried again when it is due.
        if (findStorageFault(error) === 'away') return
        sweptAt.set(sweep, clock().getTime())
        log.error({ err: error }, `${sweep.what} could not be removed`)
      }
    }
  }

  return {
    runDue: () => {
      if (isStopping) return running ?? Promise.resolve()
      running ??= sweepDue().finally(() => {
        running = null
      })
      return running
    },
    stop: async () => {
      isStopping = true
      await running
      isStopping = false
    }
  }
}

/**
 * Looks every minute whether something is due, first after a minute: a start has better things to do.
 * @returns ends that.
 */
export function startUpkeep({ runDue, stop }: Upkeep): () => void {
  const timer = setInterval(() => void runDue(), lookEveryMs)
  return () => {
    clearInterval(timer)
    void stop()
  }
}
