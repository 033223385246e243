import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { uploadedPictureDays } from '../../contract/blog.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findPicture, findUsedPictures, storePicture } from './pictures.db.ts'

const dayMs = 24 * 3_600_000
const pictureName = /^[0-9a-f]{32}\.webp$/

/** Parts of the service that the import needs. */
type ImportParts = { db: Db; dataDir: string; log: Logger; clock: () => Date }

/**
 * Stores pictures that a release before November 22, 2026 kept as files only, in DATA_DIR/blog-images: those that a post
 * uses, and those less than a week old, which may be in a post that is still being written. The files stay; the next
 * start skips those that are stored. Never throws.
 */
export async function importPictureFiles({ db, dataDir, log, clock }: ImportParts): Promise<void> {
  const folder = join(dataDir, 'blog-images')
  try {
    const names = (await readdir(folder).catch(() => [])).filter((name) => pictureName.test(name))
    if (names.length === 0) return
    const used = await findUsedPictures(db)
    const weekAgo = clock().getTime() - uploadedPictureDays * dayMs
    let imported = 0
    for (const name of names) {
      const file = join(folder, name)
      const { mtime } = await stat(file)
      if (!used.has(name) && mtime.getTime() <= weekAgo) continue
      if ((await findPicture(db, name)) !== undefined) continue
      const bytes = await readFile(file)
      if (isWebp(bytes)) {
        await storePicture(db, { name, uploaded_at: mtime.toISOString(), bytes })
        imported += 1
      } else log.warn(`${file} is not a WebP picture, so it was not imported`)
    }
    if (imported > 0) log.info(`${countOf(imported, 'picture')} of ${folder} imported into the database`)
  } catch (error) {
    log.error({ err: error }, `pictures of ${folder} could not be imported; the next start tries again`)
  }
}

function isWebp(bytes: Buffer): boolean {
  return /^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1'))
}
