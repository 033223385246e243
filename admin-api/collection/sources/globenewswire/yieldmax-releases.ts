import { addDays } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import { type AnnouncementSource, changedPage, createPageReader, readAnnounced } from '../html-page.ts'
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
  const readPage = createPageReader(name, contact, given)
  const { clock } = { ...liveFetchParts, ...given }
  /** Payments of the releases that were read, by path, oldest first. */
  let releases = new Map<string, SecondPayment[]>()

  async function listReleases(): Promise<string[]> {
    const { links } = await readPage(`${site}/search/tag/yieldmax`)
    const paths = links.map((link) => link.replace(site, '')).filter((path) => releasePath.test(path))
    if (paths.length === 0) throw changedPage(name)
    const oldest = addDays(toNewYorkTime(clock()).day, -daysListed)
    const recent = paths.filter((path) => isAboutPayments.test(path) && dayOf(path) >= oldest)
    return [...new Set(recent)].sort()
  }

  async function readRelease(path: string): Promise<SecondPayment[]> {
    const address = site + path
    const page = await readPage(address)
    const ex = exDateInText.exec(page.text)?.[1] ?? ''
    const pay = payDateInText.exec(page.text)?.[1] ?? ''
    return readAnnounced(page, columns, { name, declaredOn: dayOf(path), address, days: { ex, pay } })
  }

  return {
    id: 'globenewswire',
    name,
    collect: async () => {
      const listed = await listReleases()
      releases = new Map([...releases].filter(([path]) => listed.includes(path)))
      let fault: string | null = null
      for (const path of listed.filter((path) => !releases.has(path)).slice(-releasesAtOnce))
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
      return { payments: [...payments.values()], fault }
    }
  }
}

/** Day on which a release was sent. */
function dayOf(path: string): string {
  return releasePath.exec(path)?.slice(1).join('-') ?? ''
}
