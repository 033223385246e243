import { addSessions, roll } from '../../market-days/market-calendar.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { SecondPayment } from '../sources/market-data.ts'
import { type FetchParts, liveFetchParts } from '../sources/rate-limited-fetch.ts'
import { type AnnouncementSource, createPageReader, readAnnounced } from './html-page.ts'

const name = 'Cboe notices'
const site = 'https://www.cboe.com/us/equities/notices/dividends/details/'
/** Firm of the recorded notices, as Cboe writes it. */
const firm = 'Roundhill Financial Inc.'
const columns = {
  symbol: /^Symbol$/,
  amount: /^Distribution Amount$/,
  exDate: /^Ex-Date$/,
  payDate: /^Payable Date$/,
  returnOfCapital: /^Return of Capital$/
}

/**
 * Dividend notices of the exchange: a page for each firm and day, of which those of today and the session before are
 * read. WeeklyPay funds are declared there on Friday for Monday. Built on the notice of September 5, 2025, as public
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
    name,
    collect: async () => {
      const newest = roll(toNewYorkTime(clock()).day, -1)
      const payments = [...(await readNotice(addSessions(newest, -1))), ...(await readNotice(newest))]
      return { payments, fault: null }
    }
  }
}
