import { writeBackupFile } from '../../platform/database/backups/write-backup.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { serveTasks } from '../../platform/worker-threads.ts'
import type { CopyTasks } from './backups.ts'

/** Worker thread that copies the database on a connection of its own, so that no request waits for it. */
export const { copyDatabase } = serveTasks<CopyTasks>({
  copyDatabase: async ({ location, folder, now }) => {
    const db = openDatabase(location)
    try {
      return await writeBackupFile(db, folder, { kind: 'backup', now })
    } finally {
      await db.destroy()
    }
  }
})
