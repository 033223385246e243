import type { BlogPage, Post, PostPage, PostSummary } from './blog.ts'
import type { CalendarFeedPage, CalendarPage, CalendarPayment } from './calendar.ts'
import type { ChosenNewsPage } from './chosen-feeds.ts'
import type { FleetFunds } from './fleet-funds.ts'
import type { FundIndex } from './fund-index.ts'
import type { FamilyPage, FundPage, FundPicture, FundSummary, FundsPage, IncomePage } from './fund-page.ts'
import type { GrowthFile } from './growth-file.ts'
import type { Identifiers } from './identifiers.ts'
import type { MailingList } from './mailing-list.ts'
import type { FundData, FundsData, PublicCall } from './open-data.ts'
import type { RecordOutlooks } from './outlook-record.ts'
import type { LearnChapterId, SitemapEntry } from './pages.ts'
import type { RoiEntry, WeeklyBattle } from './rankings.ts'
import type { AccuracyPage, MethodPage } from './record.ts'
import type { RocPage } from './return-of-capital.ts'
import type { RecordDay, RecordKeys, RecordSignatures, SignedRecordPage } from './signed-record.ts'
import type { StockResult } from './stock.ts'
import type { Operator } from './system.ts'
import type { UnderlyingFile } from './underlying-file.ts'
import type { WeekFigures, WeekPage, WeekPicture, WeekSummary, WeeksFeed, WeeksPage } from './weeks.ts'
import type { RecordCosignatures } from './witnesses.ts'

/* Everything that the service publishes and the site renders. */

/** A page that leads to another one. */
export type RedirectPage<Kind extends string> = { kind: Kind; to: string; title: string }

/** The home page. */
export type HomePage = {
  kind: 'home'
  /** Newest day of the data. */
  asOf: string
  /** Symbols of the funds listed first. */
  featured: string[]
  /** Well-known funds, shown until the browser has fetched the popular ones. */
  suggestedTickers: string[]
  funds: FundSummary[]
  /** Estimate of the first of these funds; null without any. */
  example: StockResult | null
  news: HomeNews
}

/** News of the weeks around the newest day of the data. */
export type HomeNews = {
  /** Payments with an own-by, ex- or pay date in its week or the one after it. */
  payments: CalendarPayment[]
  /** The newest weekly report, with the largest changes; null before the first. */
  report: {
    thursday: string
    figures: WeekFigures | null
    rise: LargestMove | null
    cut: LargestMove | null
  } | null
  /** The twelve newest finished weeks at most, newest first. */
  weeks: WeekSummary[]
}

type LargestMove = { symbol: string; changePercent: number }

/** Frame of My Fleet: the day of the data and examples. The rest is calculated in the browser. */
export type PortfolioPage = {
  kind: 'portfolio'
  asOf: string
  example: FundSummary[]
  /** Whether the page may offer closes of holdings that no fund has. */
  offersCloses: boolean
}

/** How old the data is. */
export type StatusPage = {
  kind: 'status'
  asOf: string
  /** Newest day of each kind of data by source, and the number of funds. */
  sources: { what: string; source: string; newest: string; funds: number }[]
  /** Null before the first. */
  lastCollection: { endedAt: string; collected: number; failed: number; isStopped: boolean } | null
  leads: {
    /** Null before the first collection of all funds. */
    since: string | null
    /** Lead times by family and source, the most payments first. */
    groups: {
      family: string
      source: string
      payments: number
      beforeOpen: number
      medianHours: number
      /** From publication, where the source states it, until it was stored; null if it never does. */
      medianMinutes: number | null
    }[]
  }
  /** The source that confirms payments; null if it was never queried. */
  secondSource: { askedOn: string; isWell: boolean } | null
  /** The newest signature of the record; null before the first. */
  signed: { day: string; signedAt: string; hash: string } | null
}

/** The page that documents files and calls, with the data of one fund as an example. */
export type DevelopersPage = {
  kind: 'developers'
  asOf: string
  symbol: string
  files: PublicCall[]
  calls: PublicCall[]
  funds: FundsData
  fund: FundData
  csv: string
}

/** The comparison; `from` is the first day in the address, null for the default one. */
type ComparePage = { kind: 'compare'; asOf: string; funds: FundData[]; from: string | null }

type FundPages =
  | HomePage
  | PortfolioPage
  | FundPage
  | RedirectPage<'fund-redirect'>
  | FamilyPage
  | FundsPage
  | IncomePage
  | ComparePage
  | RocPage
  | { kind: 'weekly-battle'; battle: WeeklyBattle }
  | { kind: 'roi-rankings'; asOf: string; rankings: RoiEntry[] }

type RecordPages =
  | AccuracyPage
  | RedirectPage<'accuracy-redirect'>
  | MethodPage
  | SignedRecordPage
  | StatusPage
  | WeekPage
  | WeeksPage
  | CalendarPage

type BlogPages =
  | BlogPage
  | PostPage
  | RedirectPage<'blog-redirect'>
  | { kind: 'blog-tag'; tag: string; posts: PostSummary[] }

/** A chapter of the guide with figures of real funds. */
export type LearnPage = {
  kind: 'learn-chapter'
  id: LearnChapterId
  /** Newest day of the data. */
  asOf: string
  /** Funds of the chapter that exist, in its order. */
  funds: FundData[]
  /** Closes of Tesla, which TSLY follows; empty in other chapters. */
  underlying: { date: string; close: number }[]
}

type TextPages =
  | { kind: 'text' }
  | { kind: 'text-with-operator'; operator: Operator; mailingList: MailingList | null }
  | DevelopersPage
  | LearnPage
  | { kind: 'robots'; closedPaths: string[] }
  | { kind: 'security' }
  | { kind: 'sitemap'; entries: SitemapEntry[] }

type Pictures =
  | FundPicture
  | WeekPicture
  | { kind: 'compare-picture'; funds: FundData[] }
  | { kind: 'post-drawing'; drawing: number }

type Files =
  | CalendarFeedPage
  | ChosenNewsPage
  | WeeksFeed
  | { kind: 'blog-feed'; posts: Post[] }
  | { kind: 'csv'; csv: string }
  | { kind: 'openapi'; document: object }
  | { kind: 'fund-index'; index: FundIndex }
  | { kind: 'fund-data'; data: FundData }
  | { kind: 'funds-data'; data: FundsData }
  | { kind: 'fleet-funds'; data: FleetFunds }
  | { kind: 'identifiers'; data: Identifiers }
  | { kind: 'growth'; data: GrowthFile }
  | { kind: 'underlying'; data: UnderlyingFile }
  | { kind: 'record-keys'; data: RecordKeys }
  | { kind: 'record-signatures'; data: RecordSignatures }
  | { kind: 'record-checkpoint'; note: string }
  | { kind: 'record-cosignatures'; data: RecordCosignatures }
  | { kind: 'record-tile'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'record-day'; data: RecordDay }
  | { kind: 'record-outlooks'; data: RecordOutlooks }
  | { kind: 'record-hub'; text: string }

/** Models of all pages, those that are rendered on request included. */
export type PageModel = FundPages | RecordPages | BlogPages | TextPages | Pictures | Files

export type PageOf<Kind extends PageModel['kind']> = Extract<PageModel, { kind: Kind }>
