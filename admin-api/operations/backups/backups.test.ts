import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBackups } from './copy-in-thread.ts'
import { copyDatabase as copyHere } from './copy-thread.ts'
import { readLastBackup, sendLater } from '../../platform/database/backups/last-backup.db.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { findPlace } from '../../platform/database/open.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { judgeBackups } from '../../platform/database/backups/last-backup.ts'
import { makeFund } from '../../testing/make.ts'
import { copyDatabase, openCopy } from '../../testing/seeded-file.ts'
import { createBackups } from './backups.ts'

let folder: string
let backupDir: string
/** Where BACKUP_COMMAND takes its files; it fails while there is no such folder. */
let remote: string
let db: Kysely<Database>
let now: Date
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

beforeEach(async () => {
  const file = await copyDatabase(false)
  folder = dirname(file)
  backupDir = join(folder, 'backups')
  remote = join(folder, 'remote')
  db = openCopy(file)
  await migrate(db)
  await db.insertInto('fund').values(makeFund()).execute()
  now = new Date('2026-06-01T12:00:00Z')
  logged.length = 0
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** What a process makes of it, but for the thread in which it copies. */
function open(command: string | null = null, dir = backupDir) {
  const makeCopy = (at: Date) => copyHere({ place: findPlace(db), folder: dir, now: at })
  return createBackups({ db, clock: () => now, log, backupDir: dir, command, makeCopy })
}
const copyTo = () => `cp "$1" '${remote}/' || { echo no such bucket; exit 1; }`
const judge = async () => judgeBackups(await readLastBackup(db), now)
const list = async () => (existsSync(backupDir) ? (await readdir(backupDir)).sort() : [])

test('each night one is made, and a night that was missed is made up for once, in a thread', async () => {
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
  // Off for three nights; the process that looks then is another one.
  now = new Date('2026-06-05T13:00:00Z')
  const other = openBackups({ db, clock: () => now, log, backupDir, command: null })
  await other.runDue()
  await other.runDue()
  await other.stop()
  expect(await list()).toEqual([first, 'backup-2026-06-05T13-00-00-000Z.sqlite'])
  // The fund, and what is kept about the last backup.
  expect(await readLastBackup(db)).toMatchObject({ made: { at: now.toISOString(), rows: 2 }, unsent: [] })
  expect(await judge()).toMatchObject({ isWell: true })
})

test('one that fails is told without internals, tried again after a quarter of an hour, and forgotten when it is made', async () => {
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

test('two who ask at once get the same backup, with a line in the log of the operator', async () => {
  const backups = open()
  const [one, two] = await Promise.all([backups.backUpNow(), backups.backUpNow()])
  expect(one).toEqual(two)
  expect(await list()).toEqual([one.name])
  const lines = await db.selectFrom('admin_log').select('message').execute()
  expect(lines).toEqual(Array(2).fill({ message: 'Made a backup of the whole database' }))
})

test('BACKUP_COMMAND takes each copy; one it refuses is kept, told and sent again', async () => {
  const backups = open(copyTo())
  await mkdir(backupDir)
  await writeFile(join(backupDir, 'before-restore-2026-05-01T00-00-00-000Z.sqlite'), 'of a restore')
  await writeTransaction(db, (trx) => sendLater(trx, 'before-restore-2026-05-01T00-00-00-000Z.sqlite', now))
  now = new Date('2026-06-02T07:30:00Z')
  await backups.runDue()
  expect(await list()).toHaveLength(2)
  const refused = await judge()
  expect(refused.isWell).toBe(false)
  expect(refused.detail).toMatch(
    /^The last backup was made less than a minute ago \(0\.\d MB\)\. BACKUP_COMMAND did not take it: it ended with exit code 1\.$/
  )
  expect(logged.join()).toContain('no such bucket')
  await mkdir(remote)
  await backups.runDue()
  expect(await readdir(remote)).toEqual([])
  now = new Date('2026-06-02T07:46:00Z')
  await backups.runDue()
  expect((await readdir(remote)).sort()).toEqual(await list())
  expect((await judge()).detail).toMatch(/BACKUP_COMMAND took it\.$/)
  const [name = ''] = await list()
  expect(await readFile(join(remote, name))).toEqual(await readFile(join(backupDir, name)))
})

test('what another node made and could not send is made anew by the one that looks after it', async () => {
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
  expect(await readLastBackup(db)).toMatchObject({ unsent: [], refused: null })
  await rm(elsewhere, { recursive: true })
})

test('without a command nothing waits for one, though one failed before', async () => {
  await open('exit 3 # $1').backUpNow()
  await open('exit 3 # $1').runDue()
  expect((await judge()).isWell).toBe(false)
  await open().runDue()
  expect(await judge()).toMatchObject({
    isWell: true,
    detail: expect.stringContaining('No BACKUP_COMMAND is set.')
  })
})
