import type { Kysely } from 'kysely'
import { uploadedPictureDays } from '../../contract/blog.ts'
import { writeLog } from '../../admin-log/admin-log.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { deletePictures, findPicturesUploadedBefore, findUsedPictures } from './pictures.db.ts'

const dayMs = 86_400_000

/**
 * Removes the pictures that were uploaded a week ago and stand in no post: published, draft, or deleted and not yet
 * gone for good. A post that is still being written is known to its browser alone, which is what the week is for.
 */
export async function sweepPictures(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - uploadedPictureDays * dayMs).toISOString()
  // In a transaction, so that no post is saved with a picture that is just going.
  await writeTransaction(db, async (trx) => {
    const old = await findPicturesUploadedBefore(trx, weekAgo)
    if (old.length === 0) return
    const used = await findUsedPictures(trx)
    const unused = old.filter((name) => !used.has(name))
    if (unused.length === 0) return
    await deletePictures(trx, unused)
    const pictures = unused.length === 1 ? '1 uploaded picture' : `${unused.length} uploaded pictures`
    const message = `Removed ${pictures} that no post uses, ${uploadedPictureDays} days after the upload`
    const metadata = { pictures: unused }
    await writeLog(trx, { level: 'INFO', category: 'SYSTEM', action: 'DELETE', message, metadata }, now)
  })
}
