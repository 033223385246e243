import { setTimeout } from 'node:timers/promises'
import { singleFlight, type WorkParts } from '../platform/background.ts'
import type { Db } from '../platform/database/schema.ts'
import { findStorageFault } from '../platform/files/storage-fault.ts'

/** Deletes expired data of one kind. */
export type CleanupJob = {
  /** The data, for the log: 'old searches'. */
  what: string
  everyHours: number
  /** Deletes a batch in one short transaction. Returns whether there may be more. */
  step: (db: Db, now: Date) => Promise<boolean>
}

const hourMs = 3_600_000

/** Share of the time for cleanup; the rest is left to requests and their writes. */
const timeShare = 1 / 5

export type Maintenance = {
  /** Runs the jobs that are due, or joins the run in progress. */
  runDue: () => Promise<void>
  /** Ends after the current step. The rest is due with the next call of runDue. */
  stop: () => Promise<void>
}

export function createMaintenance({ db, clock, log }: WorkParts, jobs: readonly CleanupJob[]): Maintenance {
  const lastRuns = new Map<CleanupJob, number>()
  let isStopping = false

  function isDue(job: CleanupJob): boolean {
    const last = lastRuns.get(job)
    // The absolute difference, so that a clock that was set back does not delay the job for long.
    return last === undefined || Math.abs(clock().getTime() - last) >= job.everyHours * hourMs
  }

  async function runSteps(job: CleanupJob): Promise<void> {
    const now = clock()
    for (let isMore = true; isMore && !isStopping; ) {
      const startedAt = performance.now()
      isMore = await job.step(db, now)
      if (isMore) await setTimeout((performance.now() - startedAt) * (1 / timeShare - 1))
    }
    if (!isStopping) lastRuns.set(job, now.getTime())
  }

  async function cleanUpDue(): Promise<void> {
    for (const job of jobs.filter(isDue)) {
      try {
        await runSteps(job)
      } catch (error) {
        // An unreachable database is logged elsewhere, and the jobs stay due.
        if (findStorageFault(error) === 'away') return
        lastRuns.set(job, clock().getTime())
        log.error({ err: error }, `${job.what} could not be removed`)
      }
    }
  }

  const { run, whenIdle } = singleFlight(cleanUpDue)
  return {
    runDue: () => (isStopping ? whenIdle() : run()),
    stop: async () => {
      isStopping = true
      await whenIdle()
      isStopping = false
    }
  }
}
