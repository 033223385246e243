import type { Kysely } from 'kysely'
import type { PageModel } from './contract/pages.ts'
import { rankingPaths } from './contract/rankings.ts'
import type { Database } from './db/schema.ts'
import { listPagePaths, loadPage } from './features/pages/load-page.ts'
import { loadRankingsPage } from './features/rankings/load-rankings-page.ts'

/** Paths of all pages that show data, whichever feature tells it. */
export async function listAllPaths(db: Kysely<Database>): Promise<string[]> {
  return [...(await listPagePaths(db)), ...rankingPaths]
}

/** What a page is drawn from; null when it no longer exists. */
export async function loadAnyPage(db: Kysely<Database>, path: string): Promise<PageModel | null> {
  return (await loadRankingsPage(db, path)) ?? loadPage(db, path)
}
