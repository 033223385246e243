// A child process for the crash test: restores the database from each copy in turn until it is killed, and prints a line
// for each. Arguments: the folder of the database and the copies.
import { join } from 'node:path'
import { restoreDatabase } from '../platform/database/backups/restore-database.ts'

const [dataDir = '', ...copies] = process.argv.slice(2)

for (;;) {
  for (const copy of copies) {
    process.stdout.write('restoring\n')
    await restoreDatabase(copy, { dataDir, backupDir: join(dataDir, 'backups') }, new Date())
  }
}
