import type { Kysely, Transaction } from 'kysely'
import type { PageModel } from './contract/pages.ts'
import { countFiguresChange } from './publishing/figures-revision.db.ts'
import { enqueueFirst, enqueuePages } from './publishing/page-log.db.ts'
import type { Database } from './platform/database/schema.ts'
import { blogPages } from './blog/blog.pages.ts'
import { calendarPages } from './calendar/calendar.pages.ts'
import { comparePage, comparePicture } from './pages/open-data/compare.pages.ts'
import { openDataPages } from './pages/open-data/open-data.pages.ts'
import { fleetPage } from './pages/fleet.pages.ts'
import { fundListPages } from './pages/fund-lists.pages.ts'
import { fundPictures } from './pages/fund-pictures.pages.ts'
import { fundPages } from './pages/funds.pages.ts'
import { growthFiles } from './pages/growth.pages.ts'
import { homePage } from './pages/home.pages.ts'
import { createSitemap, robotsPage } from './pages/search-engines.pages.ts'
import { rankingPages } from './rankings/rankings.pages.ts'
import { recordPages } from './accuracy/record.pages.ts'
import { weekPages } from './calendar/weeks/weeks.pages.ts'
import type { Change, PageKind, QueueChange } from './publishing/page-kind.ts'

/** In the order of the sitemap. */
const contentPages: readonly PageKind[] = [
  homePage,
  ...fundListPages,
  fleetPage,
  fundPages,
  fundPictures,
  comparePage,
  comparePicture,
  ...rankingPages,
  ...recordPages,
  ...weekPages,
  ...calendarPages,
  ...openDataPages,
  growthFiles,
  ...blogPages
]

/** What answers of the API that are kept until their figures change are made from. */
const figureChanges: ReadonlySet<Change['kind']> = new Set(['figures', 'record', 'fund-edited', 'funds'])

/** All pages that are drawn from the database. */
export type Pages = {
  /** The paths of all there are now. */
  list: (db: Kysely<Database>) => Promise<string[]>
  /** What a page is drawn from; null when it does not exist, or no longer. */
  load: (db: Kysely<Database>, path: string) => Promise<PageModel | null>
  queueChange: QueueChange
  /** Whether a path is a page of the site itself, whatever funds there are. */
  isOwnPath: (path: string) => boolean
}

/** Answered before any page is looked for: the calls of the API, and another name of the home page. */
const neverPages: readonly string[] = ['/api', '/index']

/** @param staticPaths addresses of the pages that the build made, for the sitemap. */
export function createPages(staticPaths: readonly string[]): Pages {
  const kinds = [...contentPages, createSitemap(contentPages, staticPaths), robotsPage]
  return {
    list: async (db) => (await Promise.all(kinds.map(({ list }) => list(db)))).flat(),
    load: async (db, path) => {
      const found = findKind(kinds, path)
      return found === null ? null : found.kind.load(db, found.group)
    },
    isOwnPath: (path) =>
      neverPages.includes(path) || staticPaths.includes(path) || kinds.some((kind) => kind.path === path),
    queueChange: async (trx, change, now) => {
      const paths: string[] = []
      for (const kind of kinds) paths.push(...(await changedPaths(kind, change, trx)))
      const enqueue = change.kind === 'fund-edited' ? enqueueFirst : enqueuePages
      await enqueue(trx, paths, now)
      if (figureChanges.has(change.kind)) await countFiguresChange(trx)
    }
  }
}

/** A path of its own comes before a pattern: '/blog' might be a fund by its form. */
function findKind(kinds: readonly PageKind[], path: string): { kind: PageKind; group: string } | null {
  const exact = kinds.find((kind) => kind.path === path)
  if (exact !== undefined) return { kind: exact, group: '' }
  for (const kind of kinds) {
    const group = typeof kind.path === 'string' ? undefined : kind.path.exec(path)?.[1]
    if (group !== undefined) return { kind, group }
  }
  return null
}

async function changedPaths<Kind extends Change['kind']>(
  { dependsOn }: PageKind,
  change: Change<Kind>,
  trx: Transaction<Database>
): Promise<readonly string[]> {
  return (await dependsOn[change.kind]?.(change, trx)) ?? []
}
