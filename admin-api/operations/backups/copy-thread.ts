import type { CopyJob } from './copy-in-thread.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { writeSafetyCopy } from '../../platform/database/backups/safety-copy.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import type { CopyOutcome } from '../../services.ts'

/** A thread that copies the database on a connection of its own, so that reading all of it holds up no visitor. */
export async function copyDatabase({ place, folder, now }: CopyJob): Promise<CopyOutcome> {
  const db = openDatabase(place)
  try {
    return { copy: await writeSafetyCopy(db, folder, { kind: 'backup', now }) }
  } catch (error) {
    // What says which fault it is would be lost on the way.
    return { copy: null, fault: findStorageFault(error), error }
  } finally {
    await db.destroy()
  }
}
