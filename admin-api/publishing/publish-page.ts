import type { PageTime, SiteInfo } from '../contract/pages.ts'
import type { Db } from '../platform/database/schema.ts'
import { fileOfPage, removePages, writePage, writePicture } from './page-file.ts'
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
}

export type PageOutcome = 'written' | 'gone'

/** Brings the file of a page up to date with the database. Once it resolves, the file survives a power failure. */
export async function publishPage(source: PageSource, path: string): Promise<PageOutcome> {
  const { db, site, siteDir, write = typeOfPage(path) === 'pages' ? writePage : writePicture } = source
  const page = await source.loadPage(db, path)
  const file = fileOfPage(siteDir, path)
  if (page === null) {
    await removePages([file])
    return 'gone'
  }
  const time = await source.readTime(db)
  await write(file, await source.render(path, { site, page, time }))
  return 'written'
}
