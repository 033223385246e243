import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { writeDurably } from '../../platform/files/durable-file.ts'
import { findPicture } from './pictures.db.ts'

/** Where this node keeps the files that it serves pictures from; each is written at the first request for it. */
export function pictureFolderIn(dataDir: string): string {
  return join(dataDir, 'blog-images')
}

/**
 * Sees to it that this node has a picture's file. One is written at a time, so that no more than one is in memory.
 * @returns answers whether there is a file now; else there is no such picture
 */
export function createPictureWriter(
  db: Kysely<Database>,
  dataDir: string
): (name: string) => Promise<boolean> {
  const folder = pictureFolderIn(dataDir)
  let lastTurn: Promise<unknown> = Promise.resolve()

  async function writeMissing(name: string): Promise<boolean> {
    const file = join(folder, name)
    // Whoever was before may have wanted the same.
    if (await isThere(file)) return true
    const picture = await findPicture(db, name)
    if (picture === undefined) return false
    // The same time on every node, and the one by which a file without a row is known as old.
    const modifiedAt = new Date(picture.uploaded_at)
    await writeDurably([
      { file, bytes: picture.bytes, temporary: `${file}.${randomUUID()}.writing`, modifiedAt }
    ])
    return true
  }

  return async (name) => {
    if (await isThere(join(folder, name))) return true
    const turn = lastTurn.then(() => writeMissing(name))
    lastTurn = turn.catch(() => undefined)
    return turn
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false
  )
}
