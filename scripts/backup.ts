// What for: copies the whole database into BACKUP_DIR now, checks the copy, and has BACKUP_COMMAND take it.
// When: by hand, `npm run backup`, also while the service runs; before anything that may go wrong.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../admin-api/config.ts'
import { readLastBackup } from '../admin-api/platform/database/backups/last-backup.db.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { writeSafetyCopy } from '../admin-api/platform/database/backups/safety-copy.ts'
import { spellSize } from '../admin-api/platform/database/backups/spell-backup.ts'
import { createBackups } from '../admin-api/operations/backups/backups.ts'

try {
  await backUp()
} catch (error) {
  console.error(`No backup was made: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function backUp(): Promise<void> {
  const { dataDir, databaseUrl, backupDir, backupCommand } = readConfig(process.env)
  const place = databaseUrl ?? databaseFileIn(dataDir)
  if (databaseUrl === null && !existsSync(place)) throw new Error(`there is no database in ${dataDir}.`)
  const db = openDatabase(place)
  try {
    const backups = createBackups({
      db,
      clock: () => new Date(),
      log: pino({ level: 'error' }, process.stderr),
      backupDir,
      command: backupCommand,
      makeCopy: async (now) => ({ copy: await writeSafetyCopy(db, backupDir, { kind: 'backup', now }) })
    })
    const { name, bytes, rows } = await backups.backUpNow()
    console.log(`${join(backupDir, name)}: ${spellSize(bytes)}, ${rows} rows.`)
    // What the command takes is waited for here.
    await backups.runDue()
    const refused = (await readLastBackup(db))?.refused ?? null
    if (refused !== null) throw new Error(`BACKUP_COMMAND did not take it: ${refused.reason}`)
    if (backupCommand !== null) console.log('BACKUP_COMMAND took it.')
  } finally {
    await db.destroy()
  }
}
