// Backs up the database to BACKUP_DIR, checks the backup, and passes it to BACKUP_COMMAND.
// When: by hand, `npm run backup`, before anything risky; also while the service runs.
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../admin-api/config.ts'
import { createBackups } from '../admin-api/operations/backups/backups.ts'
import { formatSize, readLastBackup } from '../admin-api/platform/database/backups/last-backup.ts'
import { writeBackupFile } from '../admin-api/platform/database/backups/write-backup.ts'
import { exitWith, readOptions } from './command.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'

readOptions({})
await backUp().catch(exitWith('No backup was made: '))

async function backUp(): Promise<void> {
  const { backupDir, backupCommand } = readConfig(process.env)
  await using db = openConfiguredDatabase()
  const backups = createBackups({
    db,
    clock: () => new Date(),
    log: pino({ level: 'error' }, process.stderr),
    backupDir,
    command: backupCommand,
    makeCopy: (now) => writeBackupFile(db, backupDir, { kind: 'backup', now })
  })
  const { name, bytes, rows } = await backups.backUpNow()
  console.log(`${join(backupDir, name)}: ${formatSize(bytes)}, ${rows} rows.`)
  // Waits for the command.
  await backups.runDue()
  const refused = (await readLastBackup(db))?.refused ?? null
  if (refused !== null) throw new Error(`BACKUP_COMMAND failed: ${refused.reason}`)
  if (backupCommand !== null) console.log('BACKUP_COMMAND succeeded.')
}
