// A child process for the crash test: restores two backups in turn, without end, until it is killed, and prints a line for each.
// Arguments: the folder of the database and the files of the two backups.
import { join } from 'node:path'
import { pino } from 'pino'
import { restoreBackup } from '../administration/history/backup/restore-backup.ts'
import { openDatabase } from '../platform/database/open.ts'
import { pages } from './pages.ts'
import { createJobsHere } from './run-jobs-here.ts'

const [dataDir = '', ...files] = process.argv.slice(2)
const db = openDatabase(join(dataDir, 'doubloon.sqlite'))
const changeFigures = createJobsHere({
  db,
  ...pages,
  clock: () => new Date(),
  log: pino({ level: 'warn' }),
  backupFolder: join(dataDir, 'backups')
})
const actor = { userId: 'admin', ipShort: '127.0.0.0' }

for (;;) {
  for (const file of files) {
    process.stdout.write('restoring\n')
    await changeFigures(restoreBackup, { file, isDryRun: false, actor })
  }
}
