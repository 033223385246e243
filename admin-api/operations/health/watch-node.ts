import { findStorageFault } from '../../platform/files/storage-fault.ts'
import type { Services } from '../../services.ts'
import { findLackOfRoom } from './probe-disks.ts'
import { countWaitingPages, probePublisher } from './probes.ts'

const lookEveryMs = 60_000
/** A service that has worked for so long has got over what ended it before. */
const wellAfterMs = 300_000

/** What every node must look at for itself: its disks, its pages, and whether it stays up. Never throws. */
export async function lookAtNode(services: Services): Promise<void> {
  const { alerts, log } = services
  try {
    for (const disk of await services.readDisks())
      await alerts.report(subjectHere(services, diskName(disk.folders)), spell(findLackOfRoom(disk)))
    const { late } = await countWaitingPages(services)
    await alerts.report(
      subjectHere(services, 'pages'),
      late === 0
        ? null
        : spell(`${(await probePublisher(services)).detail} The log of the service says what fails.`)
    )
  } catch (error) {
    // Of a database that is away the log has a line already.
    if (findStorageFault(error) !== 'away') log.error({ err: error }, 'the watch could not look at this node')
  }

  function spell(reason: string | null): string | null {
    return reason === null || services.nodeName === null ? reason : `On ${services.nodeName}: ${reason}`
  }
}

/**
 * Looks every minute from now on. What it finds is told by the node that has the alerts.
 * @returns ends that.
 */
export function startWatchingNode(services: Services): () => void {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    void lookAtNode(services)
    if (performance.now() - startedAt >= wellAfterMs)
      services.alerts.report(subjectHere(services, 'service'), null).catch(() => undefined)
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** Tells that this process is about to end by a fault, or leaves it to the next start. @throws when the database does not answer */
export async function tellOfCrash(services: Services, error: unknown): Promise<void> {
  const where = services.nodeName === null ? '' : ` on ${services.nodeName}`
  const reason = error instanceof Error ? error.message : String(error)
  await services.alerts.report(
    subjectHere(services, 'service'),
    `The service${where} ended by a fault that nobody expected: ${reason}. Whatever supervises it should start it again; its log has the whole of it.`
  )
  await services.alerts.deliver()
}

/** Of several nodes each has a disk and pages of its own. */
function subjectHere({ nodeName }: Services, part: string): string {
  return nodeName === null ? part : `${part}-of-${nodeName}`
}

/** After the first folder on it: a second disk that fills up is another outage. */
function diskName([first]: readonly { variable: string }[]): string {
  return `disk-of-${(first?.variable ?? '').toLowerCase().replaceAll('_', '-')}`
}
