import { Cron } from 'croner'
import type { Logger } from 'pino'
import { groupNames } from '../../contract/collection.ts'
import { ApiError } from '../../http/errors.ts'
import type { Collector } from '../../services.ts'

export type Schedule = {
  /** Null when it will never come again. */
  nextRun: () => Date | null
  stop: () => void
}

/** Collects every group whenever `pattern` (five fields, New York time) comes; one that still runs skips the next. */
export function startSchedule(
  pattern: string,
  { collector, log }: { collector: Collector; log: Logger }
): Schedule {
  const job = new Cron(
    pattern,
    {
      mode: '5-part',
      timezone: 'America/New_York',
      protect: () => log.warn('the last scheduled collection still runs, so this one is left out'),
      catch: (error) => log.error({ err: error }, 'scheduled collection failed')
    },
    () => collectAllGroups(collector, log)
  )
  return { nextRun: () => job.nextRun(), stop: () => job.stop() }
}

/** One after the other; a group that the operator is collecting is left to him. */
async function collectAllGroups(collector: Collector, log: Logger): Promise<void> {
  for (const group of groupNames) {
    try {
      const { results, errors } = await collector.collectGroup(group)
      log.info({ group, collected: results.length, failed: errors.length }, 'scheduled collection')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn({ group }, error.message)
    }
  }
}
