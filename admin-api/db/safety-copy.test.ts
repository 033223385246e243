import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findPicture, storePicture } from '../features/blog/images/pictures.db.ts'
import { copyDatabase, openCopy } from '../testing/seeded-file.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'
import { writeSafetyCopy } from './safety-copy.ts'

test('a safety copy is one file with all that is in the database, uploaded pictures too', async () => {
  const file = await copyDatabase(false)
  const db = openCopy(file)
  await migrate(db)
  const picture = { name: 'a.webp', uploaded_at: '2026-06-01T12:00:00.000Z', bytes: randomBytes(300_000) }
  await storePicture(db, picture)
  const folder = join(dirname(file), 'backups')
  const name = await writeSafetyCopy(db, folder, new Date('2026-06-02T12:00:00Z'))
  const copy = openDatabase(join(folder, name))
  expect(await findPicture(copy, 'a.webp')).toEqual(picture)
  for (const open of [copy, db]) await open.destroy()
  await rm(dirname(file), { recursive: true })
})
