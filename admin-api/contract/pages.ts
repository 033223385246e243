import type { Post, PostSummary } from './blog.ts'
import type { CalendarFeedPage, CalendarPage, CalendarPayment } from './calendar.ts'
import type { ChosenNewsPage } from './chosen-feeds.ts'
import type { Family } from './families.ts'
import type { FundIndex } from './fund-index.ts'
import type { ExpectedAndPaid, FundSummary, FundsPage, ReturnsOfFund } from './funds-page.ts'
import type { GrowthPage } from './growth-file.ts'
import type {
  DevelopersPage,
  FundData,
  FundDataPage,
  FundsDataPage,
  OpenApiPage,
  PaymentsCsvPage
} from './open-data.ts'
import type { ComparePicture, FundPicture, PostDrawing, WeekPicture } from './pictures.ts'
import type { RoiEntry, WeeklyBattle } from './rankings.ts'
import type { AccuracyFigures, MethodPage } from './record.ts'
import type { RocCsvPage, RocOfFund, RocPage } from './return-of-capital.ts'
import type {
  RecordDayPage,
  RecordKeysPage,
  RecordSignaturesPage,
  SignedRecordPage
} from './signed-record.ts'
import type { StatusPage } from './status.ts'
import type { DividendHistory, StockOutcome } from './stock.ts'
import type { UnderlyingPage } from './underlying-file.ts'
import type { AccuracyPage, AccuracyYearPage } from './verification.ts'
import type { WeekPage, WeeksFeedPage, WeeksPage } from './weeks.ts'

/* Models of all pages that show data; the publisher passes one of them to the renderer. */

export type SiteInfo = {
  /** Origin without trailing slash, e.g. https://doubloon.example */
  url: string
  socialUrl: string
  supportUrl: string
  contactEmail: string
}

/** Origin in the pages' URLs: SITE_URL, or this machine at PORT, where 0 means a port that isn't known yet. */
export function siteUrlOf(environment: Record<string, string | undefined>): string {
  const port = Number(environment['PORT']) || 4321
  return (environment['SITE_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
}

/** Time of rendering; past days are not shown as upcoming. */
export type PageTime = {
  /** The day in New York, YYYY-MM-DD. */
  today: string
  /** The first session whose close is still ahead: own-by dates before it have passed. */
  nextClose: string
  /** The newest day in the data and its age in trading days; null for an age of five or less. */
  oldFigures: { newestDay: string; tradingDays: number } | null
  /** The product runs as of `today` on embedded figures, for demonstrations. */
  isDemo?: true
}

type HomePage = {
  kind: 'home'
  asOf: string
  /** Well-known funds, shown until the browser has fetched the popular ones. */
  suggestedTickers: string[]
  /** Symbols of the funds listed first. */
  featured: string[]
  funds: FundSummary[]
  news: HomeNews
}

/** News of the weeks around the newest day of the data. */
export type HomeNews = {
  /** With an own-by, ex- or pay date in the week of the newest day or the one after it; by ex-date, then by symbol. */
  payments: CalendarPayment[]
  /** From the newest weekly report, with the largest changes against the payment before; null before the first. */
  report: (Pick<WeekPage, 'thursday' | 'figures'> & { rise: FundMove | null; cut: FundMove | null }) | null
}

type FundMove = { symbol: string; changePercent: number }

export const fundsPath = '/funds'
/** Redirects to the page of the fund named by `symbol`; used by the search form without JavaScript. */
export const findFundPath = '/api/find-fund'

/** The portfolio itself is calculated in the browser; `example` is for visitors without one. */
type PortfolioPage = { kind: 'portfolio'; asOf: string; example: FundSummary[] }
export const portfolioPath = '/fleet'

/** Address that opens the form for a new lot, filled in. */
export function addToPortfolioPath(symbol: string, shares: number): string {
  return `${portfolioPath}?add=${symbol}&shares=${shares}`
}

type FundIndexPage = { kind: 'fund-index'; index: FundIndex }

export type FundPage = {
  kind: 'fund'
  symbol: string
  name: string
  issuer: string
  /** Null if the family has no row. */
  family: Pick<Family, 'id' | 'name'> | null
  asOf: string
  outcome: StockOutcome
  /** 'Weekly', 'Every 4 Weeks' or 'Monthly', from the recent history; null without one. */
  frequencyLabel: string | null
  history: DividendHistory
  /** Reported payments that look odd or contradict another one, and are not used until they are accepted. */
  quarantined: { ex_date: string; amount: number }[]
  returns: ReturnsOfFund
  /** The latest twelve payments with an estimate, newest first. */
  expectedAndPaid: ExpectedAndPaid[]
  returnOfCapital: RocOfFund
  /** Sources of the payments in the history, as stored, by ex-date. */
  paymentSources: Record<string, string>
  /** Implied volatility of the underlying, fractions a year by day; null until two days are recorded. */
  volatility: {
    underlying: string
    days: { date: string; value: number; expiry: string; source: string }[]
  } | null
  /** Thursday of the newest weekly report; null before the first. */
  newestWeek: string | null
  /** Similar funds, the most similar first, at most six. */
  related: FundSummary[]
}

/** A family of funds: how its issuer sets payments, and our accuracy; figures are null without scored estimates. */
export type FamilyPage = {
  kind: 'family'
  asOf: string
  family: Pick<Family, 'id' | 'name' | 'setting' | 'frequency' | 'about'>
  funds: FundSummary[]
  live: AccuracyFigures | null
  backtested: AccuracyFigures | null
  /** Other families that have a page. */
  others: Pick<Family, 'id' | 'name'>[]
}

export function pathOfFamily(id: string): string {
  return `/family/${id}`
}

/** Redirect from the address of a former symbol. */
export type FundRedirectPage = { kind: 'fund-redirect'; to: string; title: string }

export function pathOfFund(symbol: string): string {
  return `/${symbol.toLowerCase()}`
}

/** The data file of each compared fund; `from` is the first day in the address, left out for the default comparison. */
type ComparePage = { kind: 'compare'; asOf: string; funds: FundData[]; from?: string | null }
export const comparePath = '/compare'

/** Rendered for the default of its endpoint. */
type WeeklyBattlePage = { kind: 'weekly-battle'; battle: WeeklyBattle }

type RoiRankingsPage = { kind: 'roi-rankings'; asOf: string; rankings: RoiEntry[] }

/** All addresses for search engines, with the day of their content if known. */
export type SitemapPage = { kind: 'sitemap'; entries: SitemapEntry[] }
export type SitemapEntry = { path: string; lastModified: string | null }
export const sitemapPath = '/sitemap.xml'

/** `closedPaths` are path prefixes that search engines should skip. */
type RobotsPage = { kind: 'robots'; closedPaths: string[] }
export const robotsPath = '/robots.txt'

/**
 * The blog's front page, or a page of its archive. Archive pages are numbered from the oldest post and keep their posts,
 * so that a new post changes only the front page and one archive page.
 */
export type BlogListPage = {
  kind: 'blog'
  /** Null for the front page, which has the newest posts. */
  archivePage: number | null
  /** Newest first. */
  posts: PostSummary[]
  newerPath: string | null
  olderPath: string | null
  /** Number of published posts; null in the archive, whose pages must not change with a new post. */
  total: number | null
}

/** Link to the next newer or older post. */
export type PostLink = { title: string; path: string }

/** All posts with a tag, newest first. */
export type BlogTagPage = { kind: 'blog-tag'; tag: string; posts: PostSummary[] }

export type BlogPostPage = {
  kind: 'blog-post'
  post: Post
  /** Headings of a long post, in order; their `id`s are in the content. Empty for a short post. */
  contents: { id: string; text: string; level: 2 | 3 }[]
  newer: PostLink | null
  older: PostLink | null
}

/** Redirect from the address of a former slug. */
export type BlogRedirectPage = { kind: 'blog-redirect'; to: string; title: string }

/** A page without data of the database: its text, and the settings of the site. */
type TextPage = { kind: 'text' }

/** Full posts, newest first. Their links and images are paths, which a feed must make absolute. */
export type BlogFeedPage = { kind: 'blog-feed'; posts: Post[] }

export type PageModel =
  | HomePage
  | FundPage
  | FundsPage
  | PortfolioPage
  | FundIndexPage
  | FundRedirectPage
  | FamilyPage
  | ComparePage
  | WeeklyBattlePage
  | RoiRankingsPage
  | AccuracyPage
  | AccuracyYearPage
  | MethodPage
  | SignedRecordPage
  | RecordDayPage
  | RecordSignaturesPage
  | RecordKeysPage
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
  | PostDrawing
  | BlogListPage
  | BlogTagPage
  | BlogPostPage
  | BlogRedirectPage
  | BlogFeedPage
  | FundDataPage
  | FundsDataPage
  | GrowthPage
  | UnderlyingPage
  | PaymentsCsvPage
  | RocPage
  | RocCsvPage
  | OpenApiPage
  | DevelopersPage
  | StatusPage
  | TextPage

/** Page for server errors; `reference` is replaced by that of the request. */
export const errorPage = { path: '/500', reference: '{reference}' } as const
export const notFoundPath = '/404'

/** Pages of the admin area, in the order of their menu. */
export const adminPages = [
  { id: 'overview', name: 'Overview', path: '/admin' },
  { id: 'collect', name: 'Collect', path: '/admin/collect' },
  { id: 'review', name: 'Review', path: '/admin/review' },
  { id: 'history', name: 'History', path: '/admin/history' },
  { id: 'funds', name: 'Funds', path: '/admin/funds' },
  { id: 'posts', name: 'Posts', path: '/admin-blog' },
  { id: 'log', name: 'Log', path: '/admin/log' },
  { id: 'settings', name: 'Settings', path: '/admin/settings' }
] as const

export type AdminPageId = (typeof adminPages)[number]['id']
