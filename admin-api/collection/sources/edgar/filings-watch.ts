import type { Job, RunJob } from '../../../estimates/job.ts'
import { addNoticeDraft } from '../../../funds/fund-notices.db.ts'
import { findFunds } from '../../../funds/funds.db.ts'
import { writeTransaction } from '../../../platform/database/write-transaction.ts'
import type { DailyDocument, DailySource } from '../../daily-watch.ts'
import { type Edgar, type Filing, textOfFiling, trusts } from './edgar.ts'
import { findNotices } from './read-notices.ts'

type FilingsParts = {
  /** Null: filings are not read. */
  edgar: Edgar | null
  runJob: RunJob
}

/** With one list for each trust, at most 20 requests a day if none fails. */
const maxDocuments = 8

/**
 * New filings of the trusts. Announcements about our funds become drafts, which change nothing until the operator
 * confirms them.
 */
export function createFilings({ edgar, runJob }: FilingsParts): DailySource<Filing & DailyDocument> | null {
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
      await runJob(saveNotices, { document: await edgar.readDocument(filing), filing })
      return null
    }
  }
}

/** Stores what a filing announces about our funds as drafts. A job, because a hostile document may take long to read. */
export const saveNotices: Job<{ document: string; filing: Filing }, void> = {
  name: 'save-notices',
  turn: 'last',
  run: async ({ db }, { document, filing }) => {
    const { accession, form, filedOn, url } = filing
    const notices = findNotices(textOfFiling(document), filing, await findFunds(db))
    await writeTransaction(db, async (trx) => {
      for (const notice of notices)
        await addNoticeDraft(trx, { ...notice, filing: accession, form, filed_on: filedOn, url })
    })
  }
}
