import type { Connection } from '../../contract/system.ts'
import { addNoticeDraft, findFunds } from '../../funds/funds.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { type DailyDocument, type DailySource, probeDaily } from '../daily-watch.ts'
import { type Edgar, type Filing, trusts } from '../sources/edgar.ts'
import { findNotices } from './read-notices.ts'

type FilingsParts = {
  db: Db
  /** Null: filings are not read. */
  edgar: Edgar | null
}

/** With one list for each trust, at most 20 requests a day if none fails. */
const maxDocuments = 8

/**
 * New filings of the trusts. Announcements about our funds become drafts, which change nothing until the operator
 * confirms them.
 */
export function createFilings({ db, edgar }: FilingsParts): DailySource<Filing & DailyDocument> | null {
  if (edgar === null) return null
  return {
    site: 'EDGAR',
    documents: 'filings',
    metaKey: 'filings',
    // EDGAR lists the filings of the evening before, accepted until 10 p.m.
    readAt: '06:30',
    daysBack: 14,
    maxDocuments,
    // The operator gets the address of one that can't be read.
    retries: false,
    lists: trusts.map((cik) => async (span) => {
      const filings = await edgar.listFilings(cik, span)
      return filings.map((filing) => ({ ...filing, id: filing.accession, day: filing.filedOn }))
    }),
    read: async (filing) => {
      await saveDrafts(db, await edgar.readText(filing), filing)
      return null
    }
  }
}

async function saveDrafts(
  db: Db,
  text: string,
  { accession, form, filedOn: filed_on, url }: Filing
): Promise<void> {
  const notices = findNotices(text, { form, filedOn: filed_on }, await findFunds(db))
  await writeTransaction(db, async (trx) => {
    for (const notice of notices)
      await addNoticeDraft(trx, { ...notice, filing: accession, form, filed_on, url })
  })
}

export const filingsNotRead =
  'Filings with the SEC are not read: this needs CONTACT_EMAIL, live market data, and FILINGS other than off.'

/** Reports the last poll of the filings, without a request. */
export async function probeFilings(parts: FilingsParts): Promise<Connection> {
  const filings = createFilings(parts)
  return filings === null ? { status: 'ok', detail: filingsNotRead } : probeDaily(parts.db, filings)
}
