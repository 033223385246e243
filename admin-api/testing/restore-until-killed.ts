// A child process for the crash test: restores two backups in turn, without end, until it is killed, and tells of each.
// Arguments: the folder of the database and the files of the two backups.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../db/open.ts'
import { createImporter } from '../features/dividend-history/backup/import-history.ts'
import { refreshEstimates } from '../features/estimates/refresh-estimates.ts'

const [dataDir = '', ...files] = process.argv.slice(2)
const backups = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
const clock = () => new Date()
const restore = createImporter({
  db: openDatabase(join(dataDir, 'doubloon.sqlite')),
  clock,
  dataDir,
  publisher: { wake: () => undefined },
  refreshEstimates: (trx) => refreshEstimates(trx, clock())
})

for (;;) {
  for (const backup of backups) {
    process.stdout.write('restoring\n')
    await restore(backup, { userId: 'admin', ipShort: '127.0.0.0' })
  }
}
