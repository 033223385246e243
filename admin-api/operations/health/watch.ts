import type { Services } from '../../services.ts'
import { probeBackups, probeFigures } from './probes.ts'

export type WatchParts = Pick<Services, 'db' | 'market' | 'clock' | 'collector' | 'alerts' | 'log'>

const lookEveryMs = 60_000

/** Looks at what the operator must hear of though he looks at nothing, and tells him. Never throws. */
export async function lookAround(parts: WatchParts): Promise<void> {
  try {
    // What is being collected may be what is missing.
    if (!(await parts.collector.findRunning()).some(({ group }) => group === 'all')) {
      const { status, detail } = await probeFigures(parts)
      await parts.alerts.report('market-data', status === 'ok' ? null : detail)
    }
    const backups = await probeBackups(parts)
    await parts.alerts.report('backups', backups.status === 'ok' ? null : backups.detail)
    await parts.alerts.deliver()
  } catch (error) {
    parts.log.error({ err: error }, 'the watch could not look around')
  }
}

/**
 * Looks around every minute from now on.
 * @returns ends that.
 */
export function startWatching(parts: WatchParts): () => void {
  const timer = setInterval(() => void lookAround(parts), lookEveryMs)
  return () => clearInterval(timer)
}
