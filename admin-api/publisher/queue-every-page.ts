import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { SiteInfo } from '../contract/pages.ts'
import { readMeta, writeMeta } from '../db/meta.db.ts'
import { enqueuePages } from '../db/publish-queue.db.ts'
import type { Database } from '../db/schema.ts'
import type { BuiltSite } from './built-site.ts'
import { fileOfPage } from './page-file.ts'
import { removePage } from './write-page.ts'

type Pages = {
  db: Kysely<Database>
  built: BuiltSite
  site: SiteInfo
  listPagePaths: (db: Kysely<Database>) => Promise<string[]>
  clock: () => Date
}

/** After a build, with another database, or for another site address every page must be written anew. */
export async function queueIfUnpublished(pages: Pages): Promise<void> {
  const stamp = JSON.stringify({ database: await identify(pages.db), site: pages.site })
  const stamped = await readFile(pages.built.stampFile, 'utf8').catch(() => null)
  if (stamped === stamp) return
  await queueEveryPage(pages)
  await writeFile(pages.built.stampFile, stamp)
}

/** Returns how many pages were queued. Files of pages that no longer exist go at once. */
export async function queueEveryPage({ db, built, listPagePaths, clock }: Pages): Promise<number> {
  const paths = await listPagePaths(db)
  await enqueuePages(db, paths, clock())
  const kept = new Set([...built.staticPages, ...paths.map((path) => fileOfPage(built.siteDir, path))])
  for (const file of await listPageFiles(built.siteDir)) {
    if (!kept.has(file)) await removePage(file)
  }
  return paths.length
}

async function listPageFiles(siteDir: string): Promise<string[]> {
  const entries = await readdir(siteDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:html|xml|ics)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A name of its own for each database, so that pages written from another one are known as such. */
async function identify(db: Kysely<Database>): Promise<string> {
  const known = await readMeta(db, 'database-id')
  if (known !== null) return known
  const id = randomUUID()
  await writeMeta(db, 'database-id', id)
  return id
}
