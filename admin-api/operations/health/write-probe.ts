import { join } from 'node:path'
import { removeDurably, writeDurably } from '../../platform/files/durable-file.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import type { Services } from '../../services.ts'
import { writeProbeRow } from './health.db.ts'

/** However often it is asked for: anybody may, and each probe waits for the disk. */
const probedEveryMs = 5000

/** More than a disk that is all but full can take, and far less than a post with its pages needs. */
const probeBytes = 64 * 1024

/** Null: all is well; else the end of the sentence 'nothing can be saved'. */
export type WriteProbe = () => Promise<string | null>

/**
 * Writes a row, and a file beside the database: within its write-ahead log a database can write for a while when the
 * disk has no room left. The log gets the cause each time.
 */
export function createWriteProbe(
  parts: Pick<Services, 'db' | 'clock' | 'log' | 'dataDir'>,
  monotonicNow: () => number = () => performance.now()
): WriteProbe {
  let last: { at: number; finding: Promise<string | null> } | null = null
  return () => {
    const now = monotonicNow()
    if (last === null || now - last.at >= probedEveryMs) last = { at: now, finding: probe(parts) }
    return last.finding
  }
}

async function probe({
  db,
  clock,
  log,
  dataDir
}: Pick<Services, 'db' | 'clock' | 'log' | 'dataDir'>): Promise<string | null> {
  const file = join(dataDir, 'write-probe')
  try {
    await writeProbeRow(db, clock())
    await writeDurably([{ file, bytes: Buffer.alloc(probeBytes) }])
    await removeDurably([file])
    return null
  } catch (error) {
    log.error({ err: error }, 'nothing can be written')
    const fault = findStorageFault(error)
    if (fault === 'full') return 'the disk is full.'
    return fault === 'read-only' ? 'it is read-only.' : 'see the log of the service.'
  }
}
