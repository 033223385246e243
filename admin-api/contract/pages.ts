import type { Post, PostSummary } from './blog.ts'
import type { CalendarFeedPage, CalendarPage } from './calendar.ts'
import type { ChosenNewsPage } from './chosen-feeds.ts'
import type { FundIndex } from './fund-index.ts'
import type { ExpectedAndPaid, ReturnsOfFund } from './fund-returns.ts'
import type { FundSummary, FundsPage } from './funds-page.ts'
import type { GrowthPage } from './growth-file.ts'
import type {
  DevelopersPage,
  FundData,
  FundDataPage,
  FundsDataPage,
  OpenApiPage,
  PaymentsCsvPage
} from './open-data.ts'
import type { ComparePicture, FundPicture, WeekPicture } from './pictures.ts'
import type { RoiEntry, WeeklyBattle } from './rankings.ts'
import type { AccuracyPage, MethodPage } from './record.ts'
import type { DividendHistory, StockOutcome } from './stock.ts'
import type { WeekPage, WeeksFeedPage, WeeksPage } from './weeks.ts'

/** What the pages that show data are drawn from; the publisher hands one of these to the renderer. */

export type SiteInfo = {
  /** Origin without trailing slash, e.g. https://doubloon.example */
  url: string
  socialUrl: string
  supportUrl: string
  contactEmail: string
}

/** When a page is drawn: what has passed by then is not called coming. */
export type PageTime = {
  /** The day in New York, YYYY-MM-DD. */
  today: string
  /** The newest day in the data and the trading days since; null while those are five or fewer. */
  oldFigures: { newestDay: string; tradingDays: number } | null
}

type HomePage = {
  kind: 'home'
  asOf: string
  topTickers: string[]
  /** Well-known funds to try before anybody searched. */
  suggestedTickers: string[]
  funds: FundSummary[]
}

export const fundsPath = '/funds'

/** What a fleet is worked out of comes from the data files; these are for who has none yet. */
type FleetPage = { kind: 'fleet'; asOf: string; example: FundSummary[] }
export const fleetPath = '/fleet'

/** The address that opens a new lot of a fund with the form filled in. */
export function putIntoFleetPath(symbol: string, shares: number): string {
  return `${fleetPath}?add=${symbol}&shares=${shares}`
}

type FundIndexPage = { kind: 'fund-index'; index: FundIndex }

export type FundPage = {
  kind: 'fund'
  symbol: string
  name: string
  issuer: string
  asOf: string
  outcome: StockOutcome
  /** 'Weekly', 'Every 4 Weeks' or 'Monthly', read off the recent history; null without one. */
  frequencyLabel: string | null
  history: DividendHistory
  returns: ReturnsOfFund
  /** The latest twelve payments that were estimated, newest first. */
  expectedAndPaid: ExpectedAndPaid[]
  /** Similar funds: same underlying or issuer, at most six. */
  related: FundSummary[]
}

/** Where a fund stood before its symbol changed. */
export type FundRedirectPage = { kind: 'fund-redirect'; to: string; title: string }

export function pathOfFund(symbol: string): string {
  return `/${symbol.toLowerCase()}`
}

/** Funds to compare before anybody chose some, each with all that its data file holds. */
type ComparePage = { kind: 'compare'; asOf: string; funds: FundData[] }
export const comparePath = '/compare'

/** Drawn for the default of the call that refreshes it. */
type WeeklyBattlePage = { kind: 'weekly-battle'; battle: WeeklyBattle }

type RoiRankingsPage = { kind: 'roi-rankings'; asOf: string; rankings: RoiEntry[] }

/** For search engines: every address, with the day its content is of where that is known. */
export type SitemapPage = { kind: 'sitemap'; entries: SitemapEntry[] }
export type SitemapEntry = { path: string; lastModified: string | null }
export const sitemapPath = '/sitemap.xml'

/** What search engines are asked not to look at: beginnings of paths. */
type RobotsPage = { kind: 'robots'; closedPaths: string[] }
export const robotsPath = '/robots.txt'

/**
 * The blog's front page, and the archive behind it. Archive pages are counted from the oldest post and keep their
 * posts for ever, so that a new post changes the front page and one of them, however many there are.
 */
export type BlogListPage = {
  kind: 'blog'
  /** null for the front page: the newest posts. */
  archivePage: number | null
  /** Newest first. */
  posts: PostSummary[]
  newerPath: string | null
  olderPath: string | null
  /** Of all that is published; null in the archive, whose pages a new post must not change. */
  total: number | null
}

/** A neighbour in time. */
export type PostLink = { title: string; path: string }

export type BlogPostPage = {
  kind: 'blog-post'
  post: Post
  /** Headings of a long post, in order; `id` is in the content too. Empty where the post is short. */
  contents: { id: string; text: string; level: 2 | 3 }[]
  newer: PostLink | null
  older: PostLink | null
}

/** Where a post stood before its slug changed. */
export type BlogRedirectPage = { kind: 'blog-redirect'; to: string; title: string }

/** Newest first, whole. Their links and pictures are paths of our origin, which a feed must write in full. */
export type BlogFeedPage = { kind: 'blog-feed'; posts: Post[] }

export type PageModel =
  | HomePage
  | FundPage
  | FundsPage
  | FleetPage
  | FundIndexPage
  | FundRedirectPage
  | ComparePage
  | WeeklyBattlePage
  | RoiRankingsPage
  | AccuracyPage
  | MethodPage
  | SitemapPage
  | RobotsPage
  | CalendarPage
  | CalendarFeedPage
  | ChosenNewsPage
  | WeekPage
  | WeeksPage
  | WeeksFeedPage
  | ComparePicture
  | FundPicture
  | WeekPicture
  | BlogListPage
  | BlogPostPage
  | BlogRedirectPage
  | BlogFeedPage
  | FundDataPage
  | FundsDataPage
  | GrowthPage
  | PaymentsCsvPage
  | OpenApiPage
  | DevelopersPage
