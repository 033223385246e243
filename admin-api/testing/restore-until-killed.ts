// A child process for the crash tests: restores two backups in turn, or changes the newest payment of MSTY if there are
// none, until it is killed, and prints a line for each.
// Arguments: the folder of the database and the files of the two backups, if any.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { restoreBackup } from '../administration/history/backup/restore-backup.ts'
import { updateInHistory } from '../administration/history/change-history.ts'
import { findPage, toHistoryRecord } from '../administration/history/history-list.db.ts'
import { deriveFiguresJob } from '../estimates/derive-figures.ts'
import { openDatabase } from '../platform/database/open.ts'
import { pages } from './pages.ts'
import { createJobsHere } from './run-jobs-here.ts'

const [dataDir = '', ...files] = process.argv.slice(2)
const db = openDatabase(join(dataDir, 'doubloon.sqlite'))
const clock = () => new Date()
const runJob = createJobsHere({
  db,
  ...pages,
  clock,
  log: pino({ level: 'warn' }),
  backupFolder: join(dataDir, 'backups')
})
const actor = { userId: 'admin', ipShort: '127.0.0.0' }

async function changeNewestPayment(amount: number): Promise<void> {
  const filter = { ticker: 'MSTY' }
  const [row] = await findPage(db, filter, { sort: '-payment_date', limit: 1, offset: 0 })
  if (row === undefined) throw new Error('MSTY has no record')
  const { payment_date } = row
  const record = { ...toHistoryRecord(row), estimated_dividend: 0, actual_dividend: amount }
  const written = { ...record, confirm_unusual: true, confirm_past: true }
  await updateInHistory({ db, clock }, { written, originalDate: payment_date, today: payment_date, actor })
  await runJob(deriveFiguresJob, null)
}

for (let change = 1; ; change += 1) {
  process.stdout.write('changing\n')
  const file = files[(change - 1) % files.length]
  if (file === undefined) await changeNewestPayment(0.2 + (change % 10) / 100)
  else {
    await using upload = await open(file)
    await runJob(restoreBackup, { file: upload.fd, isDryRun: false, actor })
  }
}
