import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { PageTime, SiteInfo } from '../contract/pages.ts'
import type { Db } from '../platform/database/schema.ts'
import { fileOfPage, removePages, writeBytes, writePage, writePicture } from './page-file.ts'
import type { AnyPage } from './page-kind.ts'
import { typeOfPage } from './waiting-pages.ts'

export type RenderPage = (
  path: string,
  locals: { site: SiteInfo; page: AnyPage; time: PageTime }
) => Promise<string>

export type PageSource = {
  db: Db
  render: RenderPage
  /** Loads the model of a page; null when the page does not exist, so that its file must be removed. */
  loadPage: (db: Db, path: string) => Promise<AnyPage | null>
  readTime: (db: Db) => Promise<PageTime>
  site: SiteInfo
  siteDir: string
  /** Writes the rendered text; by default a page or a picture, depending on the path. */
  write?: (file: string, rendered: string) => Promise<void>
  /** Files that this thread made, by path. Without it, each page is rendered, even from an unchanged model. */
  made?: Map<string, MadePage>
}

/** Digest of everything that a page was rendered from, and the file that came of it, as identified by the system. */
type MadePage = { model: string; file: string | null }

export type PageOutcome = 'written' | 'unchanged' | 'gone'

/**
 * Brings the file of a page up to date with the database. Once it resolves, the file survives a power failure. Three of
 * four pages that a change of figures queues show the same as before: those are loaded, but not rendered.
 */
export async function publishPage(source: PageSource, path: string): Promise<PageOutcome> {
  const { db, site, siteDir, made, write = typeOfPage(path) === 'pages' ? writePage : writePicture } = source
  const page = await source.loadPage(db, path)
  const file = fileOfPage(siteDir, path)
  if (page === null) {
    await removePages([file])
    made?.delete(path)
    return 'gone'
  }
  if (page.bytes !== undefined) return (await writeBytes(file, page.bytes)) ? 'written' : 'unchanged'
  const time = await source.readTime(db)
  const model = made === undefined ? '' : digestOf({ page, time })
  const last = made?.get(path)
  // Another thread, or a person, may have replaced the file.
  if (last?.model === model && last.file !== null && last.file === (await identify(file))) return 'unchanged'
  await write(file, await source.render(path, { site, page, time }))
  made?.set(path, { model, file: await identify(file) })
  return 'written'
}

function digestOf(model: unknown): string {
  return createHash('sha256').update(serialize(model)).digest('base64')
}

/** Changes whenever the file is replaced; null if there is none. */
async function identify(file: string): Promise<string | null> {
  const found = await stat(file, { bigint: true }).catch(() => null)
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`
}
