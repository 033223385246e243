import { Piscina } from 'piscina'
import { findPlace } from '../../platform/database/open.ts'
import { type BackupParts, createBackups } from './backups.ts'
import type { Backups, CopyOutcome } from '../../services.ts'

/** Starting a thread takes half a second, and who presses a button may press it again. */
const idleMs = 60_000

export type CopyJob = { place: string; folder: string; now: Date }

/** The service's backups: each is made in a thread, which is started when it is needed. */
export function openBackups(parts: Omit<BackupParts, 'makeCopy'>): Backups & { stop: () => Promise<void> } {
  let pool: Piscina<CopyJob, CopyOutcome> | null = null

  async function makeCopy(now: Date): Promise<CopyOutcome> {
    pool ??= new Piscina({
      filename: new URL('./copy-thread.ts', import.meta.url).href,
      name: 'copyDatabase',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      // A thread that waits for orders otherwise hears nothing else, such as a connection that breaks.
      atomics: 'disabled'
    })
    try {
      return await pool.run({ place: findPlace(parts.db), folder: parts.backupDir, now })
    } catch (error) {
      return { copy: null, fault: null, error }
    }
  }

  const backups = createBackups({ ...parts, makeCopy })
  return {
    ...backups,
    stop: async () => {
      await pool?.destroy()
      await backups.stop()
    }
  }
}
