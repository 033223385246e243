import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { writeLog } from '../../admin-log/admin-log.db.ts'
import { uploadedPictureDays } from '../../contract/blog.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import { runEvery } from '../../platform/background.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { removeDurably } from '../../platform/files/durable-file.ts'
import { pictureFolderIn } from './picture-folder.ts'
import {
  deletePictures,
  findPictureNames,
  findPicturesUploadedBefore,
  findUsedPictures,
  storePicture
} from './pictures.db.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const pictureName = /^[0-9a-f]{32}\.webp$/
/** A picture, or the remains of an interrupted write. */
const ourFile = /^[0-9a-f]{32}\.webp(?:\.[0-9a-f-]{36}\.writing)?$/

type SettleParts = { db: Kysely<Database>; dataDir: string }

/**
 * Reconciles this instance's picture files now and every hour, and logs files that aren't uploaded pictures.
 * @returns function that stops it
 */
export function startSettlingPictures({
  clock,
  log,
  ...parts
}: SettleParts & { clock: () => Date; log: Logger }): () => Promise<void> {
  let logged = ''
  const settle = async () => {
    const left = await settlePictureFiles(parts, clock())
    const files = left.join(', ')
    if (left.length > 0 && files !== logged)
      log.warn(
        `files in ${pictureFolderIn(parts.dataDir)} that are not uploaded pictures stay unchanged: ${files}`
      )
    logged = files
  }
  return runEvery(hourMs, settle, {
    startsNow: true,
    onError: (error) => log.error({ err: error }, 'uploaded picture files could not be reconciled')
  })
}

type PictureFile = { name: string; uploadedAt: Date }

/**
 * Reconciles this instance's picture files with the rows. A file without a row gets one if a post uses it or if it is
 * less than a week old, which also covers pictures of earlier versions that were stored as files only. Any other file
 * without a row belongs to a removed picture and is deleted. After a kill, the next call continues; one picture is in
 * memory at a time.
 * @returns names of files that aren't our pictures; they stay
 */
export async function settlePictureFiles({ db, dataDir }: SettleParts, now: Date): Promise<string[]> {
  const folder = pictureFolderIn(dataDir)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (entries.length === 0) return []
  const isOurs = (entry: Dirent) => entry.isFile() && ourFile.test(entry.name)
  // Rows are read after files, so that a file written in between has its row.
  const storedNames = await findPictureNames(db)
  const rowless = await readTimes(
    folder,
    entries
      .filter(isOurs)
      .map(({ name }) => name)
      .filter((name) => !storedNames.has(name))
  )
  const weekAgo = now.getTime() - uploadedPictureDays * dayMs
  const removed = await removeUnused(
    db,
    folder,
    rowless.filter(({ uploadedAt }) => uploadedAt.getTime() <= weekAgo)
  )
  const left = entries.filter((entry) => !isOurs(entry)).map(({ name }) => name)
  for (const file of rowless)
    if (!removed.has(file.name) && pictureName.test(file.name) && !(await importFile(db, folder, file)))
      left.push(file.name)
  return left.sort()
}

async function readTimes(folder: string, names: readonly string[]): Promise<PictureFile[]> {
  const files: PictureFile[] = []
  for (const name of names) files.push({ name, uploadedAt: (await stat(join(folder, name))).mtime })
  return files
}

/** Deletes files that no post uses. @returns their names */
async function removeUnused(
  db: Kysely<Database>,
  folder: string,
  old: readonly PictureFile[]
): Promise<Set<string>> {
  if (old.length === 0) return new Set()
  // In a transaction, so that no post can be saved with a picture that is being deleted.
  return writeTransaction(db, async (trx) => {
    const used = await findUsedPictures(trx)
    const unused = old.map(({ name }) => name).filter((name) => !used.has(name))
    await removeDurably(unused.map((name) => join(folder, name)))
    return new Set(unused)
  })
}

/** Stores a file as a row. @returns false if it is not a picture */
async function importFile(
  db: Kysely<Database>,
  folder: string,
  { name, uploadedAt }: PictureFile
): Promise<boolean> {
  const bytes = await readFile(join(folder, name))
  if (!/^RIFF[\s\S]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1'))) return false
  const picture = { name, uploaded_at: uploadedAt.toISOString(), bytes }
  await writeTransaction(db, (trx) => storePicture(trx, picture))
  return true
}

/**
 * Removes pictures uploaded over a week ago that no post uses: published, draft, or deleted and still restorable.
 * Newer pictures may be in posts that are still being written in a browser.
 */
export async function cleanUpPictures(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - uploadedPictureDays * dayMs).toISOString()
  // In a transaction, so that no post is saved with a picture that is being removed.
  await writeTransaction(db, async (trx) => {
    const old = await findPicturesUploadedBefore(trx, weekAgo)
    if (old.length === 0) return
    const used = await findUsedPictures(trx)
    const unused = old.filter((name) => !used.has(name))
    if (unused.length === 0) return
    await deletePictures(trx, unused)
    const message = `Removed ${countOf(unused.length, 'uploaded picture')} that no post uses, ${uploadedPictureDays} days after the upload`
    const metadata = { pictures: unused }
    await writeLog(trx, { category: 'SYSTEM', action: 'DELETE', message, metadata }, now)
  })
}
