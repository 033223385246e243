import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import { openDatabase } from '../open.ts'
import { writeTransaction } from '../write-transaction.ts'
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
