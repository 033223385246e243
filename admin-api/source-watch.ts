import { setTimeout } from 'node:timers/promises'
import type { Collector } from './collection/collector.ts'
import { keepConnecting, type Sources } from './collection/open-sources.ts'
import { readSourceFault } from './collection/source-state.db.ts'
import { findNewestPriceDay } from './funds/newest-day.db.ts'
import { formatDayWithWeekday, formatLongDay } from './market-days/days.ts'
import { lastFinishedSession } from './market-days/sessions.ts'
import type { WorkParts } from './platform/background.ts'

/** Writes a line; `isPassing`: the next one replaces it, on a terminal. */
type Write = (line: string, isPassing: boolean) => void

type WatchParts = WorkParts & {
  sources: Pick<Sources, 'market' | 'connect'>
  collector: Pick<Collector, 'findRunning'>
}

export type SourceWatch = {
  /** Tries all sources once; null if the source is fixed. @returns whether figures are live */
  connect: Sources['connect']
  /** Tries to reach a live source until one responds. */
  start: () => void
  /** Calls `work` when a source responds for the first time. @returns function that unsubscribes */
  whenLive: (work: () => Promise<void>) => () => void
  /** Reports the first catch-up until the figures are current. */
  report: (write: Write) => void
  stop: () => void
}

export function createSourceWatch(parts: WatchParts): SourceWatch {
  const { sources, log } = parts
  const reporting = new AbortController()
  const listeners = new Set<() => Promise<void>>()
  let connecting: ReturnType<typeof keepConnecting> | null = null
  return {
    connect: sources.connect,
    start: () => {
      connecting ??= keepConnecting(sources, () => {
        for (const work of listeners) void work()
      })
    },
    whenLive: (work) => {
      listeners.add(work)
      return () => void listeners.delete(work)
    },
    report: (write) => {
      if (sources.connect === null && !sources.market.isLive) return
      reportFirstCatchUp(parts, { firstAttempt: connecting?.firstAttempt, write }, reporting.signal).catch(
        (error: unknown) => {
          if (!reporting.signal.aborted) log.error({ err: error }, 'the first catch-up could not be reported')
        }
      )
    },
    stop: () => {
      connecting?.stop()
      reporting.abort()
    }
  }
}

const pollMs = 500
const pollOfflineMs = 5000
const fewSeconds = 5

/**
 * Reports the progress of the first catch-up and the newest day in the end, or that no source responds and what to do.
 * Ends when the figures are current, a collection failed, or `signal` aborts.
 */
async function reportFirstCatchUp(
  { db, sources: { market }, collector, clock }: WatchParts,
  { firstAttempt, write }: { firstAttempt: Promise<unknown> | undefined; write: Write },
  signal: AbortSignal
): Promise<void> {
  await firstAttempt
  let startedAt: number | null = null
  let last = ''
  const say = (line: string, isPassing = false) => {
    if (line !== last) write(line, isPassing)
    last = line
  }
  while (!signal.aborted) {
    const run = (await collector.findRunning()).find(
      ({ group, total, isStored }) => group === 'all' && total > 0 && isStored !== true
    )
    const newestDay = await findNewestPriceDay(db)
    const reach = newestDay === null ? 'no data yet' : `data through ${formatLongDay(newestDay)}`
    const fault = await readSourceFault(db)
    if (run !== undefined) {
      startedAt ??= clock().getTime()
      say(formatProgress(run, clock().getTime() - startedAt), true)
    } else if (market.isLive && newestDay !== null && newestDay >= lastFinishedSession(clock()))
      return say(`live: data through ${formatDayWithWeekday(newestDay)}`)
    else if (startedAt !== null && fault !== null) return say(`${fault} Until then: ${reach}.`)
    else if (!market.isLive)
      say(
        `No data source responds. Showing ${reach}; retrying in the background. ` +
          'Check the network, or set MARKET_DATA=embedded to stay offline.'
      )
    await setTimeout(market.isLive ? pollMs : pollOfflineMs, undefined, { ref: false })
  }
}

/** Like 'catching up: 31 of 66 funds, about 20 s left'. */
function formatProgress({ done, total }: { done: number; total: number }, elapsedMs: number): string {
  const progress = `catching up: ${done} of ${total} funds`
  if (done === total) return `${progress}, storing them`
  if (done < 3) return progress
  const seconds = ((elapsedMs / done) * (total - done)) / 1000
  return `${progress}, about ${Math.max(1, Math.ceil(seconds / fewSeconds)) * fewSeconds} s left`
}
