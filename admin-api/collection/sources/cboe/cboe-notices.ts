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
  const readPage = createPageReader(name, contact, given)
  const { clock } = { ...liveFetchParts, ...given }

  async function readNotice(declaredOn: string): Promise<SecondPayment[]> {
    const query = new URLSearchParams({ firm_name: firm, declaration_dt: declaredOn })
    const address = `${site}?${query}`
    const page = await readPage(address)
    // On most days nothing is declared.
    return page.tables.length === 0 ? [] : readAnnounced(page, columns, { name, declaredOn, address })
  }

  return {
    id: 'cboe',
    name,
    collect: async () => {
      const { day, time } = toNewYorkTime(clock())
      const newest = roll(day, -1)
      const before = time < '12:00' ? await readNotice(addSessions(newest, -1)) : []
      return { payments: [...before, ...(await readNotice(newest))], fault: null }
    }
  }
}
