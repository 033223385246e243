import type { SourceId } from '../../contract/sources.ts'
import type { AnnouncementSource } from './html-page.ts'
import type { FetchParts } from './rate-limited-fetch.ts'

/** Variables of the environment that decide about sources and win over the operator's switches. */
export const sourceVariables = ['MARKET_DATA', 'ANNOUNCEMENTS', 'ARCHIVE', 'FILINGS'] as const
export type SourceVariable = (typeof sourceVariables)[number]

/** Facts about a source outside of the service, the same wherever it is shown, switched, limited or checked. */
export type SourceDescription = {
  id: SourceId
  /** Name in admin, and label of its requests in metrics. */
  name: string
  label: string
  /** One sentence: what the product has from it. */
  brings: string
  /** Its terms in one sentence, and where they are. */
  terms: { sentence: string; url: string }
  /** Why it is off by default: its terms ask for permission, or aren't known. Null: on by default. */
  needsPermission: string | null
  variable: SourceVariable
  /**
   * Examples of the addresses that are requested. `obeyed`: pages and files, which are requested only if the robots.txt of
   * their site allows it. `reported`: an interface for programs; doctor and health name a robots.txt that forbids it.
   */
  robots: { treatment: 'obeyed' | 'reported'; addresses: readonly string[] }
  /** Most requests in a New York day; null: two a second, as many as there are funds. */
  mostRequests: number | null
  /** Whether requests must name a real mail address (CONTACT_EMAIL). */
  needsContact?: true
  /** Only of a source of announcements. */
  announces?: Announces
}

/** How a source of announcements is opened, and when its issuers declare. */
type Announces = {
  open: (contact: string, parts: Partial<FetchParts>) => AnnouncementSource
  /** Families whose payments it announces, with the usual hours (New York) on the session before the ex-date. */
  families: readonly string[]
  /** Name of the source next to a declared payment. */
  sourceName: string
  /** Issuer of funds that it announces and that no fund here is. */
  issuer: string
  hours: { from: string; to: string }
}

/** Most requests for announcements in a New York day, to all sources together. */
export const mostAnnouncementRequests = 60
