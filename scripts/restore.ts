// Replaces the database with a backup and saves the previous one; without FILE lists the backups.
// When: by hand, `npm run restore -- FILE`, after a mistake or a crash, while no instance of the service runs.
// With --drill it changes nothing, and may run at any time: it restores FILE elsewhere, serves it and compares it with its
// own manifest, which shows that a copy can be restored before it has to be.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readConfig } from '../admin-api/config.ts'
import { runCommand } from '../admin-api/operations/backups/run-command.ts'
import { listBackups, parseBackupName } from '../admin-api/platform/database/backups/backup-files.ts'
import { formatAge, formatSize } from '../admin-api/platform/database/backups/last-backup.ts'
import { restoreDatabase } from '../admin-api/platform/database/backups/restore-database.ts'
import { restorePostgres } from '../admin-api/platform/database/backups/restore-postgres.ts'
import { exitWith, flag, formatUsage, positional, readOptions } from './command.ts'

const options = {
  drill: flag('only tries the backup out: restores it into a temporary folder, checks it and cleans up'),
  file: positional('FILE', 'a backup of the database: a path, or the name of a file in BACKUP_DIR')
}
const { file, drill } = readOptions(options, ({ file: name, drill: isDrill }) => {
  if (isDrill && name === undefined) throw new Error('--drill needs FILE, the backup to try out.')
})
if (file === undefined) await list().catch(exitWith('The backups could not be listed: '))
else if (drill) await tryOut(file).catch(exitWith('The drill failed: '))
else await restore(file).catch(exitWith('Nothing was restored: '))

async function list(): Promise<void> {
  const { backupDir } = readConfig(process.env)
  const backups = listBackups(backupDir)
  console.log(formatUsage('restore', options))
  console.log(`\n${backups.length === 0 ? 'No backups' : 'Newest first'} in ${backupDir}:`)
  for (const { name, madeAt, bytes } of backups)
    console.log(
      `  ${name.padEnd(56)} ${`${formatAge(new Date(), madeAt)} old`.padStart(14)} ${formatSize(bytes).padStart(10)}`
    )
}

async function tryOut(given: string): Promise<void> {
  const config = readConfig(process.env)
  const from = locate(given, config.backupDir)
  // Loads the whole service, which no other use of this command needs.
  const { describeDrill, drillBackup } = await import('../admin-api/drill-backup.ts')
  console.log(describeDrill(basename(from), await drillBackup(from, config, new Date())))
}

/** Also finds the name of a file in BACKUP_DIR. */
function locate(given: string, backupDir: string): string {
  const inFolder = join(backupDir, given)
  return !existsSync(given) && existsSync(inFolder) ? inFolder : given
}

async function restore(given: string): Promise<void> {
  const config = readConfig(process.env)
  const { databaseUrl, backupDir, backupCommand } = config
  const from = locate(given, backupDir)
  const previous = await (databaseUrl === null
    ? restoreDatabase(from, config, new Date())
    : restorePostgres(from, databaseUrl, config, new Date()))
  console.log(`The database is now the one from ${from}.`)
  if (previous !== null) {
    console.log(`The previous database is ${join(backupDir, previous)}.`)
    if (backupCommand !== null && parseBackupName(previous) !== null)
      await send(join(backupDir, previous), backupCommand)
  }
  console.log('Next: npm start, which renders every page again.')
}

async function send(backup: string, command: string): Promise<void> {
  const { fault, output } = await runCommand(command, backup)
  if (fault === null) console.log('BACKUP_COMMAND succeeded.')
  else console.error(`BACKUP_COMMAND failed: ${fault}\n${output}`)
}
