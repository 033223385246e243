import { Cron } from 'croner'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../platform/database/schema.ts'
import { readPause } from './source-state.db.ts'
import { newYork } from '../market-days/new-york.ts'
import { findStorageFault } from '../platform/files/storage-fault.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Collector, MarketData, Schedule } from '../services.ts'
import { wasCutOff } from './collection-lease.ts'

/** Five cron fields in New York time; `missed`: only funds of which the last session's news is not stored yet. */
type Run = { pattern: string; what: 'all' | 'missed' }

export type ScheduleParts = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  market: MarketData
  collector: Collector
}

/** After the close of every session, and in the morning for what was missed. */
const usualRuns: readonly Run[] = [
  { pattern: '15 18 * * 1-5', what: 'all' },
  { pattern: '45 8 * * 1-5', what: 'missed' }
]
/** Stops all that runs by itself. */
const stopWord = 'off'
const lookEveryMs = 30_000

/**
 * @param setting a pattern that takes the place of the usual runs, the word that stops them, or null: the usual runs
 * where the source is live, none elsewhere
 */
export function createSchedule(parts: ScheduleParts, setting: string | null): Schedule {
  const { db, clock, log, market, collector } = parts
  const runs = planRuns(setting, market)
  /** Null until the first look after a beginning. */
  let lookedAt: Date | null = null
  let isCollecting = false

  async function findDue(now: Date): Promise<Run['what'] | null> {
    const pause = await readPause(db)
    // Also with runs switched off: who asked for all funds gets all of them.
    if (pause !== null) return now.toISOString() >= pause.until ? 'missed' : null
    const isLeft = await wasCutOff(db)
    if (lookedAt === null) return isLeft || (market.isLive && runs.length > 0) ? 'missed' : null
    const since = lookedAt
    const due = runs.filter(({ pattern }) => (nextOf(pattern, since)?.getTime() ?? Infinity) <= now.getTime())
    const what = due.find(({ what }) => what === 'all')?.what ?? due[0]?.what
    return what ?? (isLeft ? 'missed' : null)
  }

  async function runDue(): Promise<void> {
    if (isCollecting) return
    isCollecting = true
    const now = clock()
    try {
      const due = await findDue(now)
      if (due !== null) {
        const { results, errors } = await (due === 'all'
          ? collector.collectGroup('all')
          : collector.collectMissed())
        log.info({ what: due, collected: results.length, failed: errors.length }, 'unattended collection')
      }
      lookedAt = now
    } catch (error) {
      // The operator is collecting: what is due stays due. So it does while the database is away.
      if (error instanceof ApiError) log.info(error.message)
      else {
        if (findStorageFault(error) !== 'away') lookedAt = now
        log.error({ err: error }, 'unattended collection failed')
      }
    } finally {
      isCollecting = false
    }
  }

  return {
    runDue,
    beginAnew: () => {
      lookedAt = null
    },
    findNextRun: async () => {
      const now = clock()
      const pause = await readPause(db)
      if (pause !== null) return new Date(Math.max(Date.parse(pause.until), now.getTime()))
      const times = runs.flatMap(({ pattern }) => nextOf(pattern, now)?.getTime() ?? [])
      return times.length === 0 ? null : new Date(Math.min(...times))
    }
  }
}

/**
 * Begins anew, looks now and every half minute whether something is due. No timer is set to the time of a run itself: it would be
 * wrong after the machine slept or its clock was set.
 * @returns ends that.
 */
export function startSchedule({ runDue, beginAnew }: Schedule): () => void {
  beginAnew()
  void runDue()
  const timer = setInterval(() => void runDue(), lookEveryMs)
  return () => clearInterval(timer)
}

/** A pattern that never matches (30 February) is a mistake as well. */
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
  return isLive ? usualRuns : []
}

function nextOf(pattern: string, since: Date): Date | null {
  return new Cron(pattern, { mode: '5-part', timezone: newYork, paused: true }).nextRun(since)
}
