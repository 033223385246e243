// Backs up the database to BACKUP_DIR, checks the backup, and passes it to BACKUP_COMMAND.
// When: by hand, `npm run backup`, before anything risky; also while the service runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../admin-api/config.ts'
import { createBackups } from '../admin-api/operations/backups/backups.ts'
import { formatSize, readLastBackup } from '../admin-api/platform/database/backups/last-backup.ts'
import { writeBackupFile } from '../admin-api/platform/database/backups/write-backup.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { exitWith, readOptions } from './command.ts'

readOptions({})
await backUp().catch(exitWith('No backup was made: '))

async function backUp(): Promise<void> {
  const { dataDir, databaseUrl, backupDir, backupCommand } = readConfig(process.env)
  const location = databaseUrl ?? databaseFileIn(dataDir)
  if (databaseUrl === null && !existsSync(location)) throw new Error(`there is no database in ${dataDir}.`)
  await using db = openDatabase(location)
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
