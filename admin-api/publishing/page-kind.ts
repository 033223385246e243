import type { SitemapEntry } from '../contract/pages.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { countFiguresChange } from './figures-revision.db.ts'
import { enqueuePages } from './page-log.db.ts'

/** Changes of data that pages show, by kind. */
type Changes = {
  /** Payments, prices or estimates of these funds changed. */
  figures: { symbols: ReadonlySet<string> }
  /** Payments of these funds were announced, which is also reported as figures. Rendered first: holders are notified. */
  declared: { symbols: ReadonlySet<string> }
  /** The track record got a row, or scores changed. Lists the payments that score or scored its rows. */
  record: { scored: readonly ScoredPayment[] }
  /** A witness cosigned the log of the signed record. */
  cosigned: unknown
  /** Closes or implied volatility of these underlyings were added. */
  underlyings: { symbols: ReadonlySet<string> }
  /** A collection of all or missed funds ended, with or without new figures. */
  collected: unknown
  /** The operator changed payments of this fund. Its page is rendered first, because the operator views it next. */
  'fund-edited': { symbol: string }
  /** The operator published, changed or removed a notice of this fund. */
  'fund-notice': { symbol: string }
  /** Net assets and shares of these funds were stored. */
  'fund-days': { symbols: ReadonlySet<string> }
  /** Funds were added, removed or renamed. Their estimates are reported as figures. */
  funds: unknown
  /** The operator chose other funds for the home page. */
  'home-funds': unknown
  /** The operator turned a source on or off. */
  sources: unknown
  /** The operator stated who runs the site. */
  operator: unknown
  /** The operator named another mailing list, or none. */
  'mailing-list': unknown
  /** The day changed in New York, or figures became old or current again. */
  day: unknown
  /** The exchange closed, so an own-by date may have passed. */
  close: unknown
  /** Null before a post is created and after it is deleted. Reported before its redirects are deleted. */
  post: { before: PostRow | null; after: PostRow | null }
  /** Pages of the sitemap were added or removed, or have another day of their last change. */
  addresses: unknown
}

/** Payment that scores, or scored, an estimate of the track record. */
export type ScoredPayment = { symbol: string; exDate: string }

export type Change<Kind extends keyof Changes = keyof Changes> = {
  [Each in Kind]: { kind: Each } & Changes[Each]
}[Kind]

/** Queues all pages that a change affects. Call it in the transaction of the change, after the change. */
export type QueueChange = (trx: Trx, change: Change, now: Date) => Promise<void>

type Paths = readonly string[] | Promise<readonly string[]>

/** The paths that a change affects: all current ones, or those that the function returns. */
type Dependencies = {
  [Kind in keyof Changes]?: 'all' | ((change: Change<Kind>, trx: Trx) => Paths)
}

/**
 * Model of a page. Loaders decide what it has, and all-pages.ts lists them. `bytes` is the content of a file that needs no
 * rendering.
 */
export type AnyPage = { kind: string; bytes?: Uint8Array }

/** The only path, or a pattern with one group, which `load` receives, and a list of its current paths. */
type Place = { path: string; list?: undefined } | { path: RegExp; list: (db: Db) => Paths }

export type PageKind<Model extends AnyPage = AnyPage> = Place & {
  /** Loads the model; null when the page does not exist. */
  load: (db: Db, group: string) => Promise<Model | null>
  /** Paths that a change affects, by its kind; other kinds affect none. */
  dependsOn?: Dependencies
  /** Same for changes that only alter a detail, such as a rank. These pages are queued after all others. */
  followsOn?: Dependencies
  /** Sitemap entries, dated by the newest price day or individually. Without it, the page is not in the sitemap. */
  sitemap?: 'price-day' | ((db: Db) => Promise<readonly SitemapEntry[]>)
}

export type Pages<Model extends AnyPage = AnyPage> = {
  /** Lists the paths of all current pages. */
  list: (db: Db) => Promise<string[]>
  /** Loads the model of a page; null when the page does not exist. */
  load: (db: Db, path: string) => Promise<Model | null>
  queueChange: QueueChange
  /** Whether a path is a page of the site itself, regardless of the funds. */
  isOwnPath: (path: string) => boolean
}

/** Changes after which cached API responses are out of date. */
const figureChanges: ReadonlySet<Change['kind']> = new Set([
  'figures',
  'record',
  'fund-edited',
  'fund-notice',
  'funds'
])
/** Changes whose pages someone views next. */
const firstChanges: ReadonlySet<Change['kind']> = new Set(['fund-edited', 'declared'])
/** Paths that requests never reach as a page: the API, and an alias of the home page. */
const neverPages: readonly string[] = ['/api', '/index']

export function createPages<Model extends AnyPage>(kinds: readonly PageKind<Model>[]): Pages<Model> {
  return {
    list: async (db) => (await Promise.all(kinds.map((kind) => pathsOf(kind, db)))).flat(),
    load: async (db, path) => {
      const match = findKind(kinds, path)
      return match === null ? null : match.kind.load(db, match.group)
    },
    isOwnPath: (path) => neverPages.includes(path) || kinds.some((kind) => kind.path === path),
    queueChange: async (trx, change, now) => {
      const paths: string[] = []
      for (const kind of kinds) paths.push(...(await changedPaths(kind, kind.dependsOn, change, trx)))
      for (const kind of kinds) paths.push(...(await changedPaths(kind, kind.followsOn, change, trx)))
      await enqueuePages(trx, paths, now, { goesFirst: firstChanges.has(change.kind) })
      if (figureChanges.has(change.kind)) await countFiguresChange(trx)
    }
  }
}

export async function pathsOf({ path, list }: Place, db: Db): Promise<readonly string[]> {
  return list === undefined ? [path] : list(db)
}

/** Exact paths come before patterns: '/blog' also looks like the path of a fund. */
function findKind<Kind extends PageKind>(
  kinds: readonly Kind[],
  path: string
): { kind: Kind; group: string } | null {
  const exact = kinds.find((kind) => kind.path === path)
  if (exact !== undefined) return { kind: exact, group: '' }
  for (const kind of kinds) {
    const group = typeof kind.path === 'string' ? undefined : kind.path.exec(path)?.[1]
    if (group !== undefined) return { kind, group }
  }
  return null
}

async function changedPaths<Kind extends Change['kind']>(
  place: Place,
  dependencies: Dependencies | undefined,
  change: Change<Kind>,
  trx: Trx
): Promise<readonly string[]> {
  const affected = dependencies?.[change.kind]
  return affected === 'all' ? pathsOf(place, trx) : ((await affected?.(change, trx)) ?? [])
}
