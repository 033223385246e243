import { addSessions, roll } from '../../../market-days/market-calendar.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import { type AnnouncementSource, createPageReader, readAnnounced } from '../html-page.ts'
import type { SecondPayment } from '../market-data.ts'
import { type FetchParts, liveFetchParts } from '../rate-limited-fetch.ts'

const name = 'Cboe notices'
const site = 'https://www.cboe.com/us/equities/notices/dividends/details/'
/** Firm of the recorded notices, as Cboe writes it. */
const firm = 'Roundhill Financial Inc.'
const columns = {
  symbol: /^Symbol$/,
  name: /^Name$/,
  amount: /^Distribution Amount$/,
  exDate: /^Ex-Date$/,
  payDate: /^Payable Date$/,
  returnOfCapital: /^Return of Capital$/
}

/**
 * Dividend notices of the exchange by firm and day: today's page is read, and in the morning that of the session
 * before. WeeklyPay funds are declared there on Friday for Monday. Built on the notice of September 5, 2025, as public
 * projects recorded it; Cboe was never called during development. Its robots.txt disallows /book/ and volume reports.
 */
export function createCboeNotices(contact: string, given: Partial<FetchParts> = {}): AnnouncementSource {
  const pages = createPageReader(name, contact, given)
  const { clock } = { ...liveFetchParts, ...given }

  /** Payments of the notices of today and the session before, by declaration day. */
  let notices = new Map<string, SecondPayment[]>()

  /** Returns whether the notice is as it was before. */
  async function readNotice(declaredOn: string): Promise<boolean> {
    const query = new URLSearchParams({ firm_name: firm, declaration_dt: declaredOn })
    const address = `${site}?${query}`
    const page = await pages.readIfChanged(address)
    if (page === null) return true
    // On most days nothing is declared.
    if (page.tables.length === 0) notices.set(declaredOn, [])
    else
      try {
        notices.set(declaredOn, readAnnounced(page, columns, { name, declaredOn, address }))
      } catch (error) {
        pages.forget(address)
        throw error
      }
    return false
  }

  return {
    id: 'cboe',
    name,
    collect: async () => {
      const { day, time } = toNewYorkTime(clock())
      const newest = roll(day, -1)
      const before = addSessions(newest, -1)
      notices = new Map([...notices].filter(([declaredOn]) => declaredOn >= before))
      const wanted = time < '12:00' && !notices.has(before) ? [before, newest] : [newest]
      let isUnchanged = true
      for (const declaredOn of wanted) isUnchanged = (await readNotice(declaredOn)) && isUnchanged
      return { payments: [...notices.values()].flat(), fault: null, isUnchanged }
    }
  }
}
