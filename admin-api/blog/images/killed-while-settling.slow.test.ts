import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/database/schema.ts'
import { startUntilKilled } from '../../testing/bundled-programs.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { pictureFolderIn } from './picture-folder.ts'
import { findPicture, findPictureNames } from './pictures.db.ts'
import { settlePictureFiles } from './settle-picture-files.ts'

test('after a kill while importing files, the next start imports all of them', async () => {
  const { db, folder: dataDir, location, close } = await openTestDatabase('tables')
  await mkdir(pictureFolderIn(dataDir))
  const pictures = Array.from({ length: 200 }, (_, index) => ({
    name: `${String(index).padStart(32, '0')}.webp`,
    bytes: Buffer.concat([Buffer.from('RIFF....WEBP'), randomBytes(50_000)])
  }))
  for (const { name, bytes } of pictures) await writeFile(join(pictureFolderIn(dataDir), name), bytes)

  // The first run has time for some of them, each further one for more.
  for (let wanted = 1; wanted < 100; wanted += 60) {
    const { kill } = await startUntilKilled('settle', location, dataDir)
    await waitForRows(db, wanted)
    await kill()
  }

  await settlePictureFiles({ db, dataDir }, new Date())
  expect([...(await findPictureNames(db))].sort()).toEqual(pictures.map(({ name }) => name))
  for (const { name, bytes } of pictures)
    expect((await findPicture(db, name))?.bytes.equals(bytes)).toBe(true)
  await close()
})

async function waitForRows(db: Kysely<Database>, wanted: number): Promise<void> {
  while ((await findPictureNames(db)).size < wanted) await setTimeout(2)
}
