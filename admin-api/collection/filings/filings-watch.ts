import type { Logger } from 'pino'
import type { Connection } from '../../contract/system.ts'
import { addNoticeDraft, findFunds } from '../../funds/funds.db.ts'
import { addDays, formatLongDay } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { readMetaValue, writeMetaValue } from '../../platform/database/meta.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { type Edgar, type Filing, trusts } from '../sources/edgar.ts'
import { MarketDataError } from '../sources/market-data.ts'
import { findNotices } from './read-notices.ts'

export type FilingsParts = {
  db: Db
  clock: () => Date
  log: Logger
  /** Null: filings are not read. */
  edgar: Edgar | null
}

/** Day (New York) of the last poll, its fault as a sentence or null, and the filings that were read, by accession number. */
type FilingsState = { lookedOn: IsoDay; fault: string | null; read: Record<string, IsoDay> }

/** Time of the poll in New York: EDGAR lists the filings of the evening before, accepted until 10 p.m. */
const pollsAt = '06:30'
/** Filings that could not be read at once, because of a fault or their number, are read on one of these days. */
const daysBack = 14
/** With one list for each trust, at most 20 requests a day if none fails. */
const maxDocuments = 8

/**
 * Reads new filings of the trusts once a day. Announcements about our funds become drafts, which change nothing until
 * the operator confirms them.
 */
export function createFilingsWatch({ db, clock, log, edgar }: FilingsParts) {
  async function runDue(): Promise<void> {
    const { day, time } = toNewYorkTime(clock())
    const before = await readState(db)
    if (edgar === null || time < pollsAt || before?.lookedOn === day) return
    const since = addDays(day, -daysBack)
    const read = Object.fromEntries(
      Object.entries(before?.read ?? {}).filter(([, filedOn]) => filedOn >= since)
    )
    const state: FilingsState = { lookedOn: day, fault: null, read }
    const save = () => writeTransaction(db, (trx) => writeMetaValue(trx, 'filings', state))
    // Stored first, so that a database that can't be written doesn't lead to further requests.
    await save()
    const filings: Filing[] = []
    let mayContinue = true
    const attempt = async (work: () => Promise<unknown>) => {
      mayContinue = mayContinue && (await noteFault(state, work))
    }
    for (const cik of trusts)
      await attempt(async () => filings.push(...(await edgar.listFilings(cik, { since, today: day }))))
    const unread = filings.filter(({ accession }) => read[accession] === undefined)
    for (const filing of unread.slice(0, maxDocuments)) {
      await attempt(async () => saveDrafts(await edgar.readText(filing), filing))
      // One that can't be read isn't requested again; the operator gets its address.
      if (mayContinue) read[filing.accession] = filing.filedOn
    }
    await save()
  }

  /** @returns whether to continue: not while EDGAR refuses requests or doesn't answer */
  async function noteFault(state: FilingsState, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      log.warn({ reason: error.message }, 'filings could not be read')
      state.fault = error.message
      return !error.isUnreachable
    }
  }

  async function saveDrafts(
    text: string,
    { accession, form, filedOn: filed_on, url }: Filing
  ): Promise<void> {
    const notices = findNotices(text, { form, filedOn: filed_on }, await findFunds(db))
    await writeTransaction(db, async (trx) => {
      for (const notice of notices)
        await addNoticeDraft(trx, { ...notice, filing: accession, form, filed_on, url })
    })
  }

  return { runDue }
}

function readState(db: Db): Promise<FilingsState | null> {
  return readMetaValue(db, 'filings')
}

export const filingsNotRead =
  'Filings with the SEC are not read: this needs CONTACT_EMAIL, live market data, and FILINGS other than off.'

/** Reports the last poll of the filings, without a request. */
export async function probeFilings({ db, edgar }: Pick<FilingsParts, 'db' | 'edgar'>): Promise<Connection> {
  if (edgar === null) return { status: 'ok', detail: filingsNotRead }
  const state = await readState(db)
  if (state === null) return { status: 'ok', detail: 'EDGAR: filings are read once a day, in the morning.' }
  const day = formatLongDay(state.lookedOn)
  return state.fault === null
    ? { status: 'ok', detail: `EDGAR: filings were read on ${day}.` }
    : {
        status: 'degraded',
        detail: `${state.fault} Filings were last read on ${day}; the rest is read within ${daysBack} days.`
      }
}
