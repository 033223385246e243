import type { Kysely } from 'kysely'
import type { PageModel, PageTime, SiteInfo } from '../contract/pages.ts'
import type { Database } from '../platform/database/schema.ts'
import { fileOfPage } from './page-file.ts'
import { drawPng } from './pictures/draw-png.ts'
import { writePicture } from './pictures/write-picture.ts'
import { typeOfPage } from './waiting-pages.ts'
import { removePages, writePage } from './write-page.ts'

export type RenderPage = (path: string, locals: PageLocals) => Promise<string>

/** All that a page is drawn from. */
type PageLocals = { site: SiteInfo; page: PageModel; time: PageTime }

export type PageSource = {
  db: Kysely<Database>
  render: RenderPage
  /** The page's model, or null when the page no longer exists and its file must go. */
  loadPage: (db: Kysely<Database>, path: string) => Promise<PageModel | null>
  readTime: (db: Kysely<Database>) => Promise<PageTime>
  site: SiteInfo
  siteDir: string
  /** Writes what was rendered: a page with its compressed siblings or a picture, where nothing is said. */
  write?: (file: string, rendered: string) => Promise<void>
}

export type PageOutcome = 'written' | 'gone'

/** Makes the file of a page what the database says; once it resolves, a power cut changes nothing. */
export async function publishPage(source: PageSource, path: string): Promise<PageOutcome> {
  const { db, siteDir, write = writerOf(path) } = source
  const page = await source.loadPage(db, path)
  const file = fileOfPage(siteDir, path)
  if (page === null) {
    await removePages([file])
    return 'gone'
  }
  const time = await source.readTime(db)
  await write(file, await source.render(path, { site: source.site, page, time }))
  return 'written'
}

function writerOf(path: string): (file: string, rendered: string) => Promise<void> {
  return typeOfPage(path) === 'pages' ? writePage : (file, svg) => writePicture(file, svg, drawPng)
}
