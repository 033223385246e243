import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { SiteInfo } from '../contract/pages.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { BuiltSite } from './built-site.ts'
import { assetFolder, installBuild } from './install-build.ts'
import { fileOfPage } from './page-file.ts'
import type { PageQueue } from './page-queue.ts'
import { putStandIns } from './pictures/stand-ins.ts'
import { readSiteStamp, type SiteStamp, writeSiteStamp } from './site-stamp.ts'
import { removePages } from './write-page.ts'

type Pages = {
  db: Kysely<Database>
  queue: PageQueue
  built: BuiltSite
  site: SiteInfo
  siteDir: string
  listPaths: (db: Kysely<Database>) => Promise<string[]>
  clock: () => Date
}

/** After a build, with another database, for another site address, or where the log begins later, every page is written anew. */
export async function queueIfUnpublished(pages: Pages): Promise<void> {
  const stamp = await readSiteStamp(pages.siteDir)
  const isPublished =
    stamp !== null &&
    stamp.database === (await identify(pages.db)) &&
    stamp.build === pages.built.name &&
    isDeepStrictEqual(stamp.site, pages.site) &&
    (await pages.queue.isInReach())
  if (!isPublished) await queueEveryPage(pages)
}

/**
 * Installs the build and queues all pages on this node; returns how many. Files of pages that no longer exist go at once, and
 * so do all pages that were drawn from another database.
 * @throws Error with one sentence when the folder is in use for something else.
 */
export async function queueEveryPage({
  db,
  queue,
  built,
  site,
  siteDir,
  listPaths,
  clock
}: Pages): Promise<number> {
  const before = await readSiteStamp(siteDir)
  if (before === null) await refuseFolderOfOthers(siteDir)
  const database = await identify(db)
  const unknown = { database: '', site, files: [], outdatedAssets: {} }
  // Killed from here on, whichever database or build comes next begins anew.
  await writeSiteStamp(siteDir, { ...(before ?? unknown), build: '' })
  const installed = await installBuild(built, siteDir, before, clock())

  const isOurs = before?.database === database
  // Before the list is made: what changes later comes through the log.
  if (isOurs && (await queue.isInReach())) await queue.catchUp()
  else await queue.beginAtEnd()
  const paths = await listPaths(db)
  await queue.addAll(paths, clock())
  const kept = [
    ...built.files.map((file) => join(siteDir, file)),
    ...(isOurs ? paths.map((path) => fileOfPage(siteDir, path)) : [])
  ]
  await removePagesBut(new Set(kept), siteDir)
  const pictures = paths.filter((path) => path.endsWith('.png'))
  await putStandIns(
    siteDir,
    pictures.map((path) => fileOfPage(siteDir, path))
  )
  const stamp: SiteStamp = { database, build: built.name, site, ...installed }
  await writeSiteStamp(siteDir, stamp)
  return paths.length
}

/** What is no page of ours is removed later, so a mistaken SITE_DIR must be found before. */
async function refuseFolderOfOthers(siteDir: string): Promise<void> {
  const names = await readdir(siteDir).catch((): string[] => [])
  const isEmpty = names.every((name) => name.startsWith('.') || name === 'lost+found')
  if (isEmpty || names.includes(assetFolder)) return
  throw new Error(
    `SITE_DIR must be a folder of its own, but ${siteDir} holds files that are not of this site.`
  )
}

/** A page, or what a killed process left half-written of any file; nobody else writes now. */
const removable = /^[^.].*\.(?:html|xml|ics|png|json|csv|writing)$/

async function removePagesBut(kept: ReadonlySet<string>, siteDir: string): Promise<void> {
  const entries = await readdir(siteDir, { recursive: true, withFileTypes: true })
  const pages = entries
    .filter((entry) => entry.isFile() && removable.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await removePages(pages.filter((file) => !kept.has(file)))
}

/** A name of its own for each database, so that pages written from another one are known as such. */
async function identify(db: Kysely<Database>): Promise<string> {
  const known = await readMeta(db, 'database-id')
  if (known !== null) return known
  const id = randomUUID()
  await writeMeta(db, 'database-id', id)
  return id
}
