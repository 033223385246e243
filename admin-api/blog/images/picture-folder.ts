import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { writeDurably } from '../../platform/files/durable-file.ts'
import { findPicture } from './pictures.db.ts'

/** Folder from which this instance serves pictures; each file is written on its first request. */
export function pictureFolderIn(dataDir: string): string {
  return join(dataDir, 'blog-images')
}

/**
 * Writes a picture's file if it is missing. One at a time, so that only one picture is in memory.
 * @returns whether the file exists now; otherwise there is no such picture
 */
export function createPictureWriter(
  db: Kysely<Database>,
  dataDir: string
): (name: string) => Promise<boolean> {
  const folder = pictureFolderIn(dataDir)
  let lastTurn: Promise<unknown> = Promise.resolve()

  async function writeMissing(name: string): Promise<boolean> {
    const file = join(folder, name)
    // An earlier call may have written it meanwhile.
    if (await exists(file)) return true
    const picture = await findPicture(db, name)
    if (picture === undefined) return false
    // The same on every instance; settlePictureFiles() reads it from files without a row.
    const modifiedAt = new Date(picture.uploaded_at)
    await writeDurably([
      { file, bytes: picture.bytes, temporary: `${file}.${randomUUID()}.writing`, modifiedAt }
    ])
    return true
  }

  return async (name) => {
    if (await exists(join(folder, name))) return true
    const turn = lastTurn.then(() => writeMissing(name))
    lastTurn = turn.catch(() => undefined)
    return turn
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false
  )
}
