import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findPicture, storePicture } from '../../../blog/images/pictures.db.ts'
import { copyDatabase, openCopy } from '../../../testing/seeded-file.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import { writeSafetyCopy } from './safety-copy.ts'
import { writeTransaction } from '../write-transaction.ts'

test('a safety copy is one file with all that is in the database, uploaded pictures too', async () => {
  const file = await copyDatabase(false)
  const db = openCopy(file)
  await migrate(db)
  const picture = { name: 'a.webp', uploaded_at: '2026-06-01T12:00:00.000Z', bytes: randomBytes(300_000) }
  await storePicture(db, picture)
  const folder = join(dirname(file), 'backups')
  const { name, bytes, rows } = await writeSafetyCopy(db, folder, {
    kind: 'backup',
    now: new Date('2026-06-02T12:00:00Z')
  })
  expect(name).toBe('backup-2026-06-02T12-00-00-000Z.sqlite')
  expect(await stat(join(folder, name))).toMatchObject({ size: bytes, mode: 0o100600 })
  // The picture, and nothing else yet.
  expect(rows).toBe(1)
  const copy = openDatabase(join(folder, name))
  expect(await findPicture(copy, 'a.webp')).toEqual(picture)
  for (const open of [copy, db]) await open.destroy()
  await rm(dirname(file), { recursive: true })
})

test('while others write without a pause the copy is made, and is what the database was at one instant', async () => {
  const file = await copyDatabase(false)
  const db = openCopy(file)
  await migrate(db)
  // Some hundred pages, which are not copied at one go.
  const picture = { name: 'a.webp', uploaded_at: '2026-06-01T12:00:00.000Z', bytes: randomBytes(2_000_000) }
  await storePicture(db, picture)
  const folder = join(dirname(file), 'backups')
  let isDone = false
  const copying = writeSafetyCopy(db, folder, { kind: 'backup', now: new Date() }).finally(() => {
    isDone = true
  })
  let writes = 0
  while (!isDone) {
    // Never one without the other.
    await writeTransaction(db, async (trx) => {
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
  expect(await findPicture(copy, 'a.webp')).toEqual(picture)
  for (const open of [copy, db]) await open.destroy()
  await rm(dirname(file), { recursive: true })
})
