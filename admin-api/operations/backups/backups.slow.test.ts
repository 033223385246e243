// Takes long on PostgreSQL, where it runs at night.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { judgeBackups, readLastBackup, sendLater } from '../../platform/database/backups/last-backup.ts'
import { writeBackupFile } from '../../platform/database/backups/write-backup.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeFund } from '../../testing/make.ts'
import { createBackups } from './backups.ts'

const database = forEachTest(() => openTestDatabase('tables'))
let backupDir: string
/** Target of BACKUP_COMMAND, which fails while the folder does not exist. */
let remote: string
let now: Date
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

beforeEach(async () => {
  backupDir = join(database.folder, 'backups')
  remote = join(database.folder, 'remote')
  await database.db.insertInto('fund').values(makeFund()).execute()
  now = new Date('2026-06-01T12:00:00Z')
  logged.length = 0
})

/** Backups of one process. */
function open(command: string | null = null, dir = backupDir) {
  const makeCopy = (at: Date) => writeBackupFile(database.db, dir, { kind: 'backup', now: at })
  return createBackups({ db: database.db, clock: () => now, log, backupDir: dir, command, makeCopy })
}
const copyTo = () => `cp "$1" '${remote}/' || { echo no such bucket; exit 1; }`
const judge = async () => judgeBackups(await readLastBackup(database.db), now)
const list = async () => {
  const names = existsSync(backupDir) ? await readdir(backupDir) : []
  return names.filter((name) => name !== 'copies.lock').sort()
}

test('a backup is made each night, and once after missed nights', async () => {
  const backups = open()
  await backups.runDue()
  expect(await list()).toEqual([])
  expect((await judge()).isWell).toBe(true)
  for (const instant of ['07:29:59', '07:30:10', '07:31:10', '20:00:00']) {
    now = new Date(`2026-06-02T${instant}Z`)
    await backups.runDue()
  }
  const first = 'backup-2026-06-02T07-30-10-000Z.sqlite'
  expect(await list()).toEqual([first])
  // Another process starts after three nights.
  now = new Date('2026-06-05T13:00:00Z')
  const other = open()
  await other.runDue()
  await other.runDue()
  await other.stop()
  expect(await list()).toEqual([first, 'backup-2026-06-05T13-00-00-000Z.sqlite'])
  // The fund, and the record of the last backup.
  expect(await readLastBackup(database.db)).toMatchObject({
    made: { at: now.toISOString(), rows: 2 },
    unsent: []
  })
  expect(await judge()).toMatchObject({ isWell: true })
})

test('a failed backup is reported without internals and retried after 15 minutes', async () => {
  await writeFile(backupDir, 'no folder')
  const backups = open()
  await backups.runDue()
  now = new Date('2026-06-02T08:00:00Z')
  await backups.runDue()
  expect(await judge()).toEqual({
    isWell: false,
    detail: 'The backup could not be made: see the log of the service. No backup was made since 2026-06-01.'
  })
  expect(logged.join()).toContain('EEXIST')
  await rm(backupDir)
  now = new Date('2026-06-02T08:14:00Z')
  await backups.runDue()
  expect(await list()).toEqual([])
  now = new Date('2026-06-02T08:15:00Z')
  await backups.runDue()
  expect(await list()).toHaveLength(1)
  expect((await judge()).isWell).toBe(true)
})

test('concurrent requests get the same backup, and each is logged in the admin log', async () => {
  const backups = open()
  const [one, two] = await Promise.all([backups.backUpNow(), backups.backUpNow()])
  expect(one).toEqual(two)
  expect(await list()).toEqual([one.name])
  const lines = await database.db.selectFrom('admin_log').select('message').execute()
  expect(lines).toEqual(Array(2).fill({ message: 'Made a backup of the whole database' }))
})

test('BACKUP_COMMAND gets each backup; one that it rejects is kept, reported and sent again', async () => {
  const backups = open(copyTo())
  await mkdir(backupDir)
  await writeFile(join(backupDir, 'before-restore-2026-05-01T00-00-00-000Z.sqlite'), 'made before a restore')
  await writeTransaction(database.db, (trx) =>
    sendLater(trx, 'before-restore-2026-05-01T00-00-00-000Z.sqlite', now)
  )
  now = new Date('2026-06-02T07:30:00Z')
  await backups.runDue()
  expect(await list()).toHaveLength(2)
  const refused = await judge()
  expect(refused.isWell).toBe(false)
  expect(refused.detail).toMatch(
    /^The last backup was made less than a minute ago \(0\.\d MB\)\. BACKUP_COMMAND failed: it ended with exit code 1\.$/
  )
  expect(logged.join()).toContain('no such bucket')
  await mkdir(remote)
  await backups.runDue()
  expect(await readdir(remote)).toEqual([])
  now = new Date('2026-06-02T07:46:00Z')
  await backups.runDue()
  expect((await readdir(remote)).sort()).toEqual(await list())
  expect((await judge()).detail).toMatch(/BACKUP_COMMAND succeeded\.$/)
  const [name = ''] = await list()
  expect(await readFile(join(remote, name))).toEqual(await readFile(join(backupDir, name)))
})

test('a backup that another instance could not send is replaced by one that can be sent', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'doubloon-elsewhere-'))
  const other = open('false "$1"', elsewhere)
  await other.backUpNow()
  await other.runDue()
  await mkdir(remote)
  const backups = open(copyTo())
  await backups.runDue()
  expect(await readdir(remote)).toEqual([])
  now = new Date('2026-06-01T13:00:01Z')
  await backups.runDue()
  expect(await readdir(remote)).toEqual(['backup-2026-06-01T13-00-01-000Z.sqlite'])
  expect(await readLastBackup(database.db)).toMatchObject({ unsent: [], refused: null })
  await rm(elsewhere, { recursive: true })
})

test('without a command no backup waits to be sent, even if a command failed before', async () => {
  await open('exit 3 # $1').backUpNow()
  await open('exit 3 # $1').runDue()
  expect((await judge()).isWell).toBe(false)
  await open().runDue()
  expect(await judge()).toMatchObject({
    isWell: true,
    detail: expect.stringContaining('No BACKUP_COMMAND is set.')
  })
})

test('the newest copy is restored for trial each week, and each day after a failure, where DRILL_COMMAND allows it', async () => {
  await mkdir(remote)
  const tried: string[] = []
  let fault: string | null = null
  const openWith = (command: string | null) =>
    createBackups({
      db: database.db,
      clock: () => now,
      log,
      backupDir,
      command: copyTo(),
      makeCopy: (at) => writeBackupFile(database.db, backupDir, { kind: 'backup', now: at }),
      drilling: {
        command,
        dataDir: database.folder,
        tryOut: async (file) => {
          tried.push(`${now.toISOString().slice(0, 10)} ${existsSync(file)}`)
          return { fault, output: '' }
        }
      }
    })
  const runOn = async (day: string, command: string | null = `cp '${remote}/'"$2" "$1"`) => {
    now = new Date(`2026-06-${day}T12:00:00Z`)
    const backups = openWith(command)
    await backups.runDue()
    await backups.stop()
  }
  await runOn('01')
  await runOn('02', null)
  expect(tried).toEqual([])
  for (const day of ['03', '04', '09', '10', '11']) await runOn(day)
  expect(tried).toEqual(['2026-06-03 true', '2026-06-10 true'])
  expect((await judge()).detail).toMatch(
    / The copy of backup-2026-06-10T12-00-00-000Z\.sqlite was restored for trial 24 hours ago\.$/
  )
  fault = 'The copy is damaged.'
  await runOn('17')
  expect(await judge()).toMatchObject({
    isWell: false,
    detail: expect.stringMatching(
      /The trial restore of backup-2026-06-17T\S+ failed less than a minute ago: The copy is damaged\.$/
    )
  })
  await runOn('18', 'echo no such file >&2; exit 3')
  expect((await judge()).detail).toContain('DRILL_COMMAND failed: it ended with exit code 3.')
  await runOn('19', 'true "$1"')
  expect((await judge()).detail).toContain('DRILL_COMMAND wrote no file to "$1".')
  expect(existsSync(join(database.folder, 'drill-copy'))).toBe(false)
  // Without the command, the last result says nothing any more.
  await runOn('20', null)
  expect(await judge()).toMatchObject({ isWell: true, detail: expect.not.stringContaining('trial') })
})
