import type { Services } from './app.ts'
import { startPublishingPosts } from './blog/scheduled-posts.ts'
import { collectAnnouncements } from './collection/announcements/collect-announcements.ts'
import { startSchedule } from './collection/collection-schedule.ts'
import { startDemoResets } from './demo-day.ts'
import { keepOutlookRecord } from './estimates/outlook-record/keep-outlook-record.ts'
import { startNotifier } from './notifications/notifier.ts'
import { runHealthChecks, startInstanceChecks } from './operations/health/health-checks.ts'
import type { Maintenance } from './operations/maintenance.ts'
import { createWitnesses } from './operations/witnesses/ask-witnesses.ts'
import { runEvery } from './platform/background.ts'
import { type LeaseTimes, runOnOneInstance } from './platform/database/leases/leases.ts'
import { startDayChecks } from './publishing/page-time.ts'
import type { SourceWatch } from './source-watch.ts'

/** The work of an instance besides answering requests. */
type BackgroundWork = {
  /** Starts it, most of it as soon as no other instance does it. */
  start: () => void
  /** Resolves when it has ended. */
  stop: () => Promise<void>
}

type BackgroundParts = {
  services: Services
  isDemo: boolean
  readDocuments: () => Promise<void>
  watch: SourceWatch
  maintenance: Maintenance
  contactEmail: string
  leaseTimes: LeaseTimes | undefined
  deriveLeft: () => Promise<void>
}

const minuteMs = 60_000
/** Facts are derived when they change; this finds those of an instance that was killed. */
const findLeftMs = 5000

export function createBackgroundWork(parts: BackgroundParts): BackgroundWork {
  const { services, watch, leaseTimes } = parts
  const { db, log } = services
  let stopInstanceChecks: (() => Promise<void>) | null = null
  let stopShared: (() => Promise<void>) | null = null
  return {
    start: () => {
      stopInstanceChecks ??= startInstanceChecks(services)
      watch.start()
      stopShared ??= runOnOneInstance(db, 'background', {
        // Work in progress ends by itself, or when its part is closed.
        begin: () => {
          const own = parts.isDemo ? [startDemoResets(db, log)] : startShared(parts)
          const stops = [...own, startOutlookRecord(services)]
          return () => stops.forEach((stop) => void stop())
        },
        onError: (error) => log.error({ err: error }, 'the lease for background work could not be acquired'),
        times: leaseTimes
      })
    },
    stop: async () => {
      watch.stop()
      await stopInstanceChecks?.()
      await stopShared?.()
    }
  }
}

/** Not at once, because a start has more urgent work. */
function startOutlookRecord(services: Services): () => unknown {
  let isStopped = false
  const stop = runEvery(minuteMs, () => keepOutlookRecord(services), {
    onError: (error) => {
      // A stop ends the job; the next start runs it again.
      if (!isStopped) services.log.error({ err: error }, 'the record of outlooks could not be updated')
    }
  })
  return () => {
    isStopped = true
    return stop()
  }
}

/** Starts the work that one instance does for all. @returns functions that stop it */
function startShared(parts: BackgroundParts): (() => unknown)[] {
  const { services, readDocuments, watch, maintenance, contactEmail, leaseTimes, deriveLeft } = parts
  const { log, schedule, backups } = services
  const witnesses = createWitnesses(services)
  return [
    startSchedule(schedule),
    runEvery(findLeftMs, deriveLeft, {
      onError: (error) => log.error({ err: error }, 'figures could not be derived')
    }),
    runEvery(10 * minuteMs, readDocuments, {
      startsNow: true,
      onError: (error) => log.error({ err: error }, 'filings and holdings could not be read')
    }),
    runEvery(minuteMs / 2, () => collectAnnouncements(services), {
      onError: (error) => log.error({ err: error }, 'announcements could not be stored')
    }),
    watch.whenLive(schedule.runDue),
    runEvery(minuteMs, backups.runDue, { startsNow: true }),
    runEvery(minuteMs, witnesses.askDue),
    witnesses.stop,
    runEvery(minuteMs, () => runHealthChecks(services)),
    startDayChecks(services),
    // Not at once, because a start has more urgent work.
    runEvery(minuteMs, maintenance.runDue),
    maintenance.stop,
    startPublishingPosts(services),
    startNotifier({ ...services, contactEmail, leaseTimes })
  ]
}
