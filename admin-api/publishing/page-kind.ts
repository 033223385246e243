import type { Kysely, Transaction } from 'kysely'
import type { PageModel, SitemapEntry } from '../contract/pages.ts'
import type { Database } from '../platform/database/schema.ts'
import type { PostRow } from '../blog/to-post.ts'

/** Everything that can change what a page shows, and what the pages need to know of it. */
type Changes = {
  /** Payments, prices or estimates of these funds. */
  figures: { symbols: ReadonlySet<string> }
  /** The record of past estimates got a row, or these scores are others now: of payments before and after. */
  record: { scored: readonly ScoredPayment[] }
  /** The operator changed payments of this fund and looks at its page next, so it goes ahead of all that wait. */
  'fund-edited': { symbol: string }
  /** Which funds there are, or what they are called; their estimates are reported as figures. */
  funds: unknown
  /** Another day has come in New York, or the figures became old or are no longer: dates that passed are named so. */
  day: unknown
  /** Recorded searches were removed. */
  searches: unknown
  /** null where a post is not there yet, or no longer. Reported while the redirects of one that goes still stand. */
  post: { before: PostRow | null; after: PostRow | null }
  /** Which addresses there are, or the day one of them last changed. */
  addresses: unknown
}

/** A payment that an estimate of the record is scored by, or was. */
export type ScoredPayment = { symbol: string; exDate: string }

export type Change<Kind extends keyof Changes = keyof Changes> = {
  [Each in Kind]: { kind: Each } & Changes[Each]
}[Kind]

/**
 * Queues the pages that show something else after the change, whichever feature they belong to. Call it in the
 * transaction of the change, after it.
 */
export type QueueChange = (trx: Transaction<Database>, change: Change, now: Date) => Promise<void>

type Paths = readonly string[] | Promise<readonly string[]>

/** The paths that show something else after a change; kinds of change that are left out concern no such page. */
type Dependencies = {
  [Kind in keyof Changes]?: (change: Change<Kind>, trx: Transaction<Database>) => Paths
}

/** One kind of page that is drawn from the database. A feature exports its own; all-pages.ts puts them together. */
export type PageKind = {
  /** The one path, or a pattern whose only group is what `load` is given. */
  path: string | RegExp
  /** Every path there is now. */
  list: (db: Kysely<Database>) => Paths
  /** What the page is drawn from; null when there is no such page, or no longer. */
  load: (db: Kysely<Database>, group: string) => Promise<PageModel | null>
  dependsOn: Dependencies
  /** How it is listed for search engines: dated by the newest price day or with days of its own. Left out, it is not. */
  sitemap?: 'price-day' | ((db: Kysely<Database>) => Promise<readonly SitemapEntry[]>)
}
