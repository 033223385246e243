// Takes long on PostgreSQL, where it runs at night.
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import { openDatabase } from '../open.ts'
import { writeTransaction } from '../write-transaction.ts'
import type { BackupKind } from './backup-files.ts'
import { writeBackupFile } from './write-backup.ts'

const database = forEachTest(() => openTestDatabase('tables'))

test('a backup is one file with everything in the database, uploaded pictures too', async () => {
  const picture = { name: 'a.webp', uploaded_at: '2026-06-01T12:00:00.000Z', bytes: randomBytes(300_000) }
  await database.db.insertInto('blog_image').values(picture).execute()
  const folder = join(database.folder, 'backups')
  const { name, bytes, rows } = await writeBackupFile(database.db, folder, {
    kind: 'backup',
    now: new Date('2026-06-02T12:00:00Z')
  })
  expect(name).toBe('backup-2026-06-02T12-00-00-000Z.sqlite')
  expect(await stat(join(folder, name))).toMatchObject({ size: bytes, mode: 0o100600 })
  // The picture, and nothing else yet.
  expect(rows).toBe(1)
  const copy = openDatabase(join(folder, name))
  expect(await copy.selectFrom('blog_image').selectAll().execute()).toEqual([picture])
  await copy.destroy()
})

test('a backup is a consistent snapshot while others keep writing', async () => {
  // Some hundred pages, which are not copied in one step.
  const picture = { name: 'a.webp', uploaded_at: '2026-06-01T12:00:00.000Z', bytes: randomBytes(2_000_000) }
  await database.db.insertInto('blog_image').values(picture).execute()
  const folder = join(database.folder, 'backups')
  let isDone = false
  const copying = writeBackupFile(database.db, folder, { kind: 'backup', now: new Date() }).finally(() => {
    isDone = true
  })
  let writes = 0
  while (!isDone) {
    // Never one without the other.
    await writeTransaction(database.db, async (trx) => {
      await writeMeta(trx, 'source-fault', String(writes))
      await writeMeta(trx, 'pages-drawn-for', String(writes))
    })
    writes += 1
    await setImmediate()
  }
  const { name } = await copying
  expect(writes).toBeGreaterThan(3)
  const copy = openDatabase(join(folder, name))
  expect(await readMeta(copy, 'source-fault')).toBe(await readMeta(copy, 'pages-drawn-for'))
  expect(await copy.selectFrom('blog_image').selectAll().execute()).toEqual([picture])
  await copy.destroy()
})

test('a backup that was just made stays, with a clock that was set back and at the same instant', async () => {
  const folder = join(database.folder, 'backups')
  const make = async (kind: BackupKind, instant: string) => {
    const { name } = await writeBackupFile(database.db, folder, { kind, now: new Date(instant) })
    expect(await readdir(folder)).toContain(name)
    return name
  }
  for (const kind of ['backup', 'before-restore', 'before-migration'] as const) {
    // A day, then an hour before the newest ones; retention keeps the newest five before changes.
    for (const minute of [0, 1, 2, 3, 4, 5]) await make(kind, `2026-06-02T12:0${minute}:00Z`)
    for (const minute of [0, 1, 2, 3, 4, 5, 6]) await make(kind, `2026-06-01T11:0${minute}:00Z`)
    const made: string[] = []
    for (let times = 0; times < 7; times += 1) made.push(await make(kind, '2026-06-02T11:00:00Z'))
    // Names sort in the order in which the backups were made.
    expect(made).toEqual(made.toSorted())
  }
  // The clock is right again.
  await make('backup', '2026-06-02T13:00:00Z')
})
