import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SiteInfo } from '../contract/pages.ts'
import { generalPicture } from '../contract/pictures.ts'
import { isTiledLogFile } from '../contract/record-tiles.ts'
import { ensureMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import {
  assetFolder,
  type BuiltSite,
  installBuild,
  readSiteStamp,
  type SiteStamp,
  writeSiteStamp
} from './built-site.ts'
import { fileOfPage, removePages } from './page-file.ts'
import type { PageQueue } from './page-queue.ts'

type PublishedSite = {
  db: Db
  queue: PageQueue
  built: BuiltSite
  site: SiteInfo
  siteDir: string
  listPaths: (db: Db) => Promise<string[]>
  clock: () => Date
}

/** Queues all pages after a new build, database or site address, or if the log no longer reaches back to the cursor. */
export async function queueIfUnpublished(published: PublishedSite): Promise<void> {
  const stamp = await readSiteStamp(published.siteDir)
  const isPublished =
    stamp !== null &&
    stamp.database === (await identify(published.db)) &&
    stamp.build === published.built.name &&
    isDeepStrictEqual(stamp.site, published.site) &&
    (await published.queue.canResume())
  if (!isPublished) await queueEveryPage(published)
}

/**
 * Installs the build and queues all pages on this instance. Removes files of pages that no longer exist, and all pages
 * rendered from another database.
 * @returns the number of pages
 * @throws Error with one sentence if the folder contains other files
 */
export async function queueEveryPage({
  db,
  queue,
  built,
  site,
  siteDir,
  listPaths,
  clock
}: PublishedSite): Promise<number> {
  const before = await readSiteStamp(siteDir)
  if (before === null) await requireOwnFolder(siteDir)
  const database = await identify(db)
  const unknown = { database: '', site, files: [], outdatedAssets: {} }
  // If the process is killed from here on, the next start queues all pages again.
  await writeSiteStamp(siteDir, { ...(before ?? unknown), build: '' })
  const installed = await installBuild(built, siteDir, before, clock())

  const isSameDatabase = before?.database === database
  // The cursor comes before the list of pages: later changes are in the log.
  if (isSameDatabase && (await queue.canResume())) await queue.catchUp()
  else await queue.skipToEnd()
  const paths = await listPaths(db)
  await queue.addAll(paths, clock())
  const kept = [
    ...built.files.map((file) => join(siteDir, file)),
    ...(isSameDatabase ? paths.map((path) => fileOfPage(siteDir, path)) : [])
  ]
  await removePagesExcept(new Set(kept), siteDir)
  const pictures = paths.filter((path) => path.endsWith('.png'))
  await writePlaceholders(
    siteDir,
    pictures.map((path) => fileOfPage(siteDir, path))
  )
  const stamp: SiteStamp = { database, build: built.name, site, ...installed }
  await writeSiteStamp(siteDir, stamp)
  return paths.length
}

/** Detects a wrong SITE_DIR, because unknown files in the folder are removed later. */
async function requireOwnFolder(siteDir: string): Promise<void> {
  const names = await readdir(siteDir).catch((): string[] => [])
  const isEmpty = names.every((name) => name.startsWith('.') || name === 'lost+found')
  if (isEmpty || names.includes(assetFolder)) return
  throw new Error(
    `SITE_DIR must be a folder of its own, but ${siteDir} holds files that are not of this site.`
  )
}

/** Pages, temporary files of a killed process, and compressed copies that earlier versions wrote. */
const removable = /^[^.].*\.(?:html|xml|ics|png|json|csv|writing|gz)$/

async function removePagesExcept(kept: ReadonlySet<string>, siteDir: string): Promise<void> {
  const entries = await readdir(siteDir, { recursive: true, withFileTypes: true })
  const pages = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, file: join(parentPath, name) }))
    .filter(({ name, file }) => removable.test(name) || isTiledLogFile(`/${relative(siteDir, file)}`))
    .map(({ file }) => file)
  await removePages(pages.filter((file) => !kept.has(file)))
}

/**
 * Copies the general picture of the site in place of missing pictures, because pages refer to them before they are
 * rendered. A power failure may lose a copy; the picture still waits to be rendered.
 */
export async function writePlaceholders(siteDir: string, files: readonly string[]): Promise<void> {
  const general = join(siteDir, generalPicture)
  if (!existsSync(general)) return
  for (const file of files) {
    if (existsSync(file)) continue
    await mkdir(dirname(file), { recursive: true })
    await copyFile(general, `${file}.writing`)
    await rename(`${file}.writing`, file)
  }
}

/** Returns the id of the database, which distinguishes pages of different databases. */
function identify(db: Db): Promise<string> {
  return ensureMeta(db, 'database-id', randomUUID)
}
