import { addDays } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import {
  type AnnouncementSource,
  changedPage,
  createPageReader,
  type HtmlPage,
  readAnnounced
} from '../html-page.ts'
import { MarketDataError, type SecondPayment } from '../market-data.ts'
import { type FetchParts, liveFetchParts } from '../rate-limited-fetch.ts'

const name = 'YieldMax releases'
const site = 'https://www.globenewswire.com'
const releasePath = /^\/news-release\/(\d{4})\/(\d\d)\/(\d\d)\/\d{1,10}\/\d{1,3}\/en\/[\w-]{1,200}\.html$/
const isAboutPayments = /yieldmax.*distributions/i
/** Releases are sent the day before an ex-date. */
const daysListed = 4
/** Releases read in one collection; others follow with the next one. */
const releasesAtOnce = 2

const columns = {
  symbol: /^ETF ?Ticker/,
  name: /^ETF ?Name/,
  amount: /^Distribution ?per ?Share/i,
  exDate: /^Ex-Date/,
  payDate: /^Payment ?Date/,
  returnOfCapital: /^ROC/
}
const longDay = String.raw`([A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?, \d{4})`
const exDateInText = new RegExp(String.raw`Ex\.? ?& Record Date: ${longDay}`)
const payDateInText = new RegExp(`Payment Date: ${longDay}`)

/**
 * Weekly payments from the issuer's releases on a newswire, with the return of capital estimated for each. Built on the
 * releases of February 12, 2025 (days in columns), October 14, 2025 and August 5, 2026 (days above the table), as
 * newspapers and public projects recorded them; the newswire was never called during development. Its robots.txt
 * disallows subscriptions to feeds and widgets.
 */
export function createYieldMaxReleases(contact: string, given: Partial<FetchParts> = {}): AnnouncementSource {
  const pages = createPageReader(name, contact, given)
  const { clock } = { ...liveFetchParts, ...given }
  /** Payments of the releases that were read, by path, oldest first. */
  let releases = new Map<string, SecondPayment[]>()
  /** Links of the list when it was last read. */
  let links: readonly string[] = []

  async function listReleases(): Promise<{ listed: string[]; isUnchanged: boolean }> {
    const page = await pages.readIfChanged(`${site}/search/tag/yieldmax`)
    links = page?.links ?? links
    const paths = links.map((link) => link.replace(site, '')).filter((path) => releasePath.test(path))
    if (paths.length === 0) throw changedPage(name)
    const oldest = addDays(toNewYorkTime(clock()).day, -daysListed)
    const recent = paths.filter((path) => isAboutPayments.test(path) && dayOf(path) >= oldest)
    return { listed: [...new Set(recent)].sort(), isUnchanged: page === null }
  }

  async function readRelease(path: string): Promise<SecondPayment[]> {
    const address = site + path
    const page = await pages.read(address)
    const ex = exDateInText.exec(page.text)?.[1] ?? ''
    const pay = payDateInText.exec(page.text)?.[1] ?? ''
    const declaredOn = dayOf(path)
    const publishedAt = findPublished(page, declaredOn, clock())
    return readAnnounced(page, columns, { name, declaredOn, address, days: { ex, pay }, publishedAt })
  }

  return {
    id: 'globenewswire',
    name,
    collect: async () => {
      const { listed, isUnchanged } = await listReleases()
      releases = new Map([...releases].filter(([path]) => listed.includes(path)))
      let fault: string | null = null
      const unread = listed.filter((path) => !releases.has(path))
      for (const path of unread.slice(-releasesAtOnce))
        try {
          releases.set(path, await readRelease(path))
        } catch (error) {
          if (!(error instanceof MarketDataError)) throw error
          fault = error.message
        }
      // A later release corrects an earlier one.
      const payments = new Map<string, SecondPayment>()
      for (const payment of listed.flatMap((path) => releases.get(path) ?? []))
        payments.set(`${payment.symbol} ${payment.exDate}`, payment)
      return { payments: [...payments.values()], fault, isUnchanged: isUnchanged && unread.length === 0 }
    }
  }
}

const timeInText = /([A-Z][a-z]+ \d{1,2}, \d{4}) (\d\d:\d\d) ET\b/

/** Instant at which a release was published, which its page states above the text; null if it isn't of that day. */
function findPublished({ times, text }: HtmlPage, day: string, now: Date): string | null {
  const [, date = '', clockTime = ''] = timeInText.exec(text) ?? []
  const stated = [...times, ...(date === '' ? [] : [toInstant(date, clockTime)])]
  const instant = stated.map((each) => new Date(each)).find((each) => !Number.isNaN(each.getTime()))
  if (instant === undefined || instant > now || toNewYorkTime(instant).day !== day) return null
  return instant.toISOString()
}

/** 'October 14, 2025' and '09:06' in New York as an instant. */
function toInstant(date: string, time: string): string {
  const inSummer = new Date(`${date} ${time} GMT-0400`)
  if (Number.isNaN(inSummer.getTime()) || toNewYorkTime(inSummer).time === time) return String(inSummer)
  return String(new Date(`${date} ${time} GMT-0500`))
}

/** Day on which a release was sent. */
function dayOf(path: string): string {
  return releasePath.exec(path)?.slice(1).join('-') ?? ''
}
