import type { Logger } from 'pino'
import type { Db } from './database/schema.ts'

/** Parts of the service that its work uses. */
export type WorkParts = { db: Db; clock: () => Date; log: Logger }

/** Makes concurrent calls of the same work share one run. */
export function singleFlight<Result>(work: () => Promise<Result>) {
  let running: Promise<Result> | null = null
  return {
    /** Starts the work, or joins the run under way. */
    run: (): Promise<Result> => {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    /** Resolves once no run is under way. Never rejects. */
    whenIdle: async () => {
      await running?.catch(() => undefined)
    }
  }
}

type RunEveryOptions = {
  /** Runs the work at once, too, not only after the first interval. */
  startsNow?: boolean
  /**
   * Receives what a run throws: the first failure, then one with another message, or the same after an hour, so that a
   * fault that lasts doesn't fill the log. Without it, the work must not reject.
   */
  onError?: (error: unknown) => void
}

const repeatsAfterMs = 3_600_000

/**
 * Runs the work at a fixed interval, never twice at a time: an interval that passes during a run is skipped. The timer
 * does not keep the process alive.
 * @returns stops it, and resolves once a run under way has ended
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  { startsNow = false, onError }: RunEveryOptions = {}
): () => Promise<void> {
  let reported: { message: string; at: number } | null = null
  const { run, whenIdle } = singleFlight(async () => {
    try {
      await work()
      reported = null
    } catch (error) {
      if (onError === undefined) throw error
      const [message, at] = [String(error), performance.now()]
      if (reported?.message === message && at - reported.at < repeatsAfterMs) return
      reported = { message, at }
      onError(error)
    }
  })
  if (startsNow) void run()
  const timer = setInterval(run, everyMs).unref()
  return () => {
    clearInterval(timer)
    return whenIdle()
  }
}

/** Resolves with the result of the work, or with null when it takes longer; a later failure is ignored. */
export async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
