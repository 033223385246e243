import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { uploadedPictureDays } from '../../../contract/blog.ts'
import { writeLog } from '../../../db/admin-log.db.ts'
import type { Database } from '../../../db/schema.ts'
import { writeTransaction } from '../../../db/write-transaction.ts'
import { pictureFolderIn } from './picture-folder.ts'

const dayMs = 86_400_000
/** A picture, or what is left of one whose upload was cut off. */
const ourFile = /^[0-9a-f]{32}\.webp(?:\.[0-9a-f-]{36}\.writing)?$/

/**
 * Removes the pictures that were uploaded a week ago and stand in no post: published, draft, or deleted and not yet
 * gone for good. A post that is still being written is known to its browser alone, which is what the week is for.
 */
export async function sweepPictures(
  { db, dataDir }: { db: Kysely<Database>; dataDir: string },
  now: Date
): Promise<void> {
  const folder = pictureFolderIn(dataDir)
  const old = await findFilesBefore(folder, now.getTime() - uploadedPictureDays * dayMs)
  if (old.length === 0) return
  // In a transaction, so that no post is saved with a picture that is just going.
  await writeTransaction(db, async (trx) => {
    const used = await findUsedPictures(trx)
    const unused = old.filter((name) => !used.has(name))
    if (unused.length === 0) return
    for (const name of unused) await unlink(join(folder, name))
    const pictures = unused.length === 1 ? '1 uploaded picture' : `${unused.length} uploaded pictures`
    const message = `Removed ${pictures} that no post uses, ${uploadedPictureDays} days after the upload`
    const metadata = { pictures: unused }
    await writeLog(trx, { level: 'INFO', category: 'SYSTEM', action: 'DELETE', message, metadata }, now)
  })
}

/** A file's time is that of its upload, or of the latest one of the same picture. */
async function findFilesBefore(folder: string, beforeMs: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const old: string[] = []
  for (const name of names) {
    if (ourFile.test(name) && (await stat(join(folder, name))).mtimeMs <= beforeMs) old.push(name)
  }
  return old
}

async function findUsedPictures(trx: Transaction<Database>): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('blog_post')
    .select('content')
    .where('content', 'like', '%/blog-images/%')
    .unionAll(trx.selectFrom('deleted_post').select('content').where('content', 'like', '%/blog-images/%'))
    .execute()
  return new Set(
    rows.flatMap(({ content }) =>
      [...content.matchAll(/\/blog-images\/([0-9a-f]{32}\.webp)/g)].flatMap(([, name]) => name ?? [])
    )
  )
}
