import { Cron } from 'croner'
import { newYork } from '../market-days/sessions.ts'
import { runEvery, singleFlight, type WorkParts } from '../platform/background.ts'
import { findStorageFault } from '../platform/files/storage-fault.ts'
import { ApiError } from '../platform/http/errors.ts'
import { wasInterrupted } from './collection-lease.ts'
import type { Collector } from './collector.ts'
import type { Sources } from './open-sources.ts'
import { readSourceState } from './source-state.db.ts'
import type { MarketData } from './sources/market-data.ts'

/** Five cron fields in New York time; `missed`: only funds whose last session isn't stored yet. */
type Run = { pattern: string; what: 'all' | 'missed' }

export type ScheduleParts = WorkParts & {
  market: MarketData
  collector: Collector
  /** As in `Sources`; null or left out: the source is fixed. */
  connect?: Sources['connect']
}

/** After every session, and in the morning for missed funds. */
const defaultRuns: readonly Run[] = [
  { pattern: '15 18 * * 1-5', what: 'all' },
  { pattern: '45 8 * * 1-5', what: 'missed' }
]
/** Disables all scheduled runs. */
const stopWord = 'off'
const pollMs = 30_000

/** Unattended collection. */
export type Schedule = {
  /** Runs what is due: a scheduled run, the rest of an interrupted one, or nothing. */
  runDue: () => Promise<void>
  /** Treats the next check as the first one after startup, because until now another process was responsible. */
  reset: () => void
  /** Null when no run is scheduled. */
  findNextRun: () => Promise<Date | null>
  /** Whether runs begin as soon as a source responds, which is tried again and again. */
  isConnecting: () => boolean
}

/**
 * @param setting a pattern that replaces the default runs, the word that disables them, or null: the default runs
 * for a live source, none otherwise
 */
export function createSchedule(parts: ScheduleParts, setting: string | null): Schedule {
  const { db, clock, log, market, collector } = parts
  /** null until the first check. */
  let checkedAt: Date | null = null
  let wasLive = market.isLive

  async function findDue(now: Date): Promise<Run['what'] | null> {
    const pause = await readSourceState(db, 'collection-pause')
    // Also with runs disabled: a manual collection of all funds is completed.
    if (pause !== null) return now.toISOString() >= pause.until ? 'missed' : null
    const isUnfinished = await wasInterrupted(db)
    const runs = planRuns(setting, market)
    // A source that just became reachable is treated like a startup.
    if (market.isLive !== wasLive) checkedAt = null
    wasLive = market.isLive
    if (checkedAt === null) return isUnfinished || (market.isLive && runs.length > 0) ? 'missed' : null
    const since = checkedAt
    const due = runs.filter(({ pattern }) => (nextOf(pattern, since)?.getTime() ?? Infinity) <= now.getTime())
    const what = due.find(({ what }) => what === 'all')?.what ?? due[0]?.what
    return what ?? (isUnfinished ? 'missed' : null)
  }

  async function runDue(): Promise<void> {
    const now = clock()
    try {
      const due = await findDue(now)
      if (due !== null) {
        const { results, errors, requests } = await (due === 'all'
          ? collector.collectGroup('all')
          : collector.collectMissed())
        log.info(
          { what: due, collected: results.length, failed: errors.length, requests },
          'unattended collection'
        )
      }
      checkedAt = now
    } catch (error) {
      // The operator is collecting, or the database is down: the run stays due.
      if (error instanceof ApiError) log.info(error.message)
      else {
        if (findStorageFault(error) !== 'away') checkedAt = now
        log.error({ err: error }, 'unattended collection failed')
      }
    }
  }

  return {
    runDue: singleFlight(runDue).run,
    reset: () => {
      checkedAt = null
    },
    findNextRun: async () => {
      const now = clock()
      const pause = await readSourceState(db, 'collection-pause')
      if (pause !== null) return new Date(Math.max(Date.parse(pause.until), now.getTime()))
      const times = planRuns(setting, market).flatMap(({ pattern }) => nextOf(pattern, now)?.getTime() ?? [])
      return times.length === 0 ? null : new Date(Math.min(...times))
    },
    isConnecting: () => !market.isLive && parts.connect != null && setting !== stopWord
  }
}

/**
 * Checks now and every half minute whether something is due. A timer for the run itself would be wrong after sleep
 * or a clock change.
 * @returns a function that stops it
 */
export function startSchedule({ runDue, reset }: Schedule): () => Promise<void> {
  reset()
  return runEvery(pollMs, runDue, { startsNow: true })
}

/** A pattern that never matches (February 30) is invalid, too. */
export function isScheduleSetting(text: string): boolean {
  if (text === '' || text === stopWord) return true
  try {
    return text.trim().split(/\s+/).length === 5 && nextOf(text, new Date()) !== null
  } catch {
    return false
  }
}

function planRuns(setting: string | null, { isLive }: MarketData): readonly Run[] {
  if (setting === stopWord) return []
  if (setting !== null) return [{ pattern: setting, what: 'all' }]
  return isLive ? defaultRuns : []
}

function nextOf(pattern: string, since: Date): Date | null {
  return new Cron(pattern, { mode: '5-part', timezone: newYork, paused: true }).nextRun(since)
}
