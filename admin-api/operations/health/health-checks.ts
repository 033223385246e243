import type { Collector } from '../../collection/collector.ts'
import { runEvery, type WorkParts } from '../../platform/background.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { probeWitnesses } from '../witnesses/probe-witnesses.ts'
import { type DiskSpace, findLackOfRoom } from './disk-space.ts'
import {
  countWaitingPages,
  type MarketParts,
  type PublisherProbeParts,
  probeBackups,
  probeDerivation,
  probeFigures,
  probePublisher
} from './probes.ts'

const pollMs = 60_000

export type CheckParts = WorkParts &
  MarketParts & { collector: Pick<Collector, 'findRunning'>; alerts: Alerts }

/** Checks the data and backups that all instances share, and delivers the alerts. Never throws. */
export async function runHealthChecks(parts: CheckParts): Promise<void> {
  const { alerts, collector, log } = parts
  try {
    // A running collection may be about to add the missing figures.
    if (!(await collector.findRunning()).some(({ group }) => group === 'all')) {
      const { status, detail } = await probeFigures(parts)
      await alerts.report('market-data', status === 'ok' ? null : detail)
    }
    const derivation = await probeDerivation(parts)
    await alerts.report('figures', derivation.status === 'ok' ? null : derivation.detail)
    const backups = await probeBackups(parts)
    await alerts.report('backups', backups.status === 'ok' ? null : backups.detail)
    const witnesses = await probeWitnesses(parts)
    await alerts.report('witnesses', witnesses?.status === 'degraded' ? witnesses.detail : null)
    await alerts.deliver()
  } catch (error) {
    log.error({ err: error }, 'health checks failed')
  }
}

export type InstanceParts = PublisherProbeParts & {
  log: WorkParts['log']
  alerts: Alerts
  readDisks: () => Promise<DiskSpace[]>
  /** Distinguishes instances that share a database; null when there is only one. */
  instanceName: string | null
}

/** Checks the disks and pages of this instance. Never throws. */
export async function checkInstance(parts: InstanceParts): Promise<void> {
  const { alerts, log, readDisks } = parts
  const report = (subject: string, reason: string | null) =>
    alerts.report(instanceSubject(parts, subject), reason === null ? null : nameInstance(parts, reason))
  try {
    // Not stored: other instances may reach the database, and this one can't while it is away.
    const { late } = await countWaitingPages(parts)
    await alerts.reportUnstored(instanceSubject(parts, 'database'), null)
    for (const disk of await readDisks()) await report(diskSubject(disk), findLackOfRoom(disk))
    await report(
      'pages',
      late === 0 ? null : `${(await probePublisher(parts)).detail} The log of the service says what fails.`
    )
  } catch (error) {
    // An unreachable database is logged elsewhere.
    if (findStorageFault(error) !== 'away') log.error({ err: error }, 'health checks of this instance failed')
    else await alerts.reportUnstored(instanceSubject(parts, 'database'), nameInstance(parts, awayReason))
  }
}

const awayReason =
  "The database can't be reached: pages are served, calls are refused. The log of the service has the reason."

function nameInstance({ instanceName }: InstanceParts, reason: string): string {
  return instanceName === null ? reason : `On ${instanceName}: ${reason}`
}

/** A crash counts as resolved after the service has run for this long. */
const recoveredAfterMs = 300_000

/**
 * Checks this instance every minute. The instance that runs the background work delivers the alerts.
 * @returns stops the checks
 */
export function startInstanceChecks(parts: InstanceParts): () => Promise<void> {
  const startedAt = performance.now()
  return runEvery(pollMs, async () => {
    await checkInstance(parts)
    if (performance.now() - startedAt >= recoveredAfterMs)
      await parts.alerts.report(instanceSubject(parts, 'service'), null).catch(() => undefined)
  })
}

/** Reports that this process is about to exit because of an unexpected error. @throws when the database does not answer */
export async function reportCrash(parts: InstanceParts, error: unknown): Promise<void> {
  const where = parts.instanceName === null ? '' : ` on ${parts.instanceName}`
  const reason = error instanceof Error ? error.message : String(error)
  await parts.alerts.report(
    instanceSubject(parts, 'service'),
    `The service${where} exited because of an unexpected error: ${reason}. Its supervisor should restart it; its log has the details.`
  )
  await parts.alerts.deliver()
}

/** Each instance has its own disks and pages, so its own subjects. */
function instanceSubject({ instanceName }: InstanceParts, part: string): string {
  return instanceName === null ? part : `${part}-of-${instanceName}`
}

/** Names a disk after its first folder, so that each disk has its own outages. */
function diskSubject({ folders: [first] }: DiskSpace): string {
  return `disk-of-${(first?.variable ?? '').toLowerCase().replaceAll('_', '-')}`
}
