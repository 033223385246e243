import type { Logger } from 'pino'
import type { Connection } from '../contract/system.ts'
import { addDays, formatLongDay } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import { type MetaKey, readMetaValue, writeMetaValue } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { MarketDataError } from './sources/market-data.ts'

/** A document of a source; `day` is a New York day. */
export type DailyDocument = { id: string; day: IsoDay }

/** Documents of a site that are read once each. Its functions throw MarketDataError. */
export type DailySource<Item extends DailyDocument> = {
  /** Names of the site and of its documents, such as 'filings'. */
  site: string
  documents: string
  metaKey: MetaKey
  /** Time of the poll in New York. */
  readAt: string
  /** Days in which a document is read that failed before, or exceeded `maxDocuments`. */
  daysBack: number
  maxDocuments: number
  /** Whether a document that can't be read is requested again on the next day. */
  retries: boolean
  /** Each lists documents from `since` to `today`, in the order in which they are read. */
  lists: readonly ((span: { since: IsoDay; today: IsoDay }) => Promise<Item[]>)[]
  /** Stores the document's content. @returns a sentence that names unusable parts, or null */
  read: (item: Item) => Promise<string | null>
}

export type WatchParts = { db: Db; clock: () => Date; log: Logger }

/** Day (New York) of the last poll, its fault as a sentence or null, and the documents that were read, by id. */
type WatchState = { lookedOn: IsoDay; fault: string | null; read: Record<string, IsoDay> }

/** Reads new documents once a day, after the source's time. */
export async function readDaily<Item extends DailyDocument>(
  { db, clock, log }: WatchParts,
  source: DailySource<Item>
): Promise<void> {
  const { metaKey, documents } = source
  const { day, time } = toNewYorkTime(clock())
  const before = await readState(db, metaKey)
  if (time < source.readAt || before?.lookedOn === day) return
  const since = addDays(day, -source.daysBack)
  const read = Object.fromEntries(Object.entries(before?.read ?? {}).filter(([, readOf]) => readOf >= since))
  // Stays if an unexpected error or the end of the process ends the poll.
  const state: WatchState = { lookedOn: day, fault: 'The last poll ended early; see the log.', read }
  let pollFault: string | null = null
  const save = () => writeTransaction(db, (trx) => writeMetaValue(trx, metaKey, state))
  // Stored first, so that a database that can't be written doesn't lead to further requests.
  await save()
  let mayContinue = true
  const noteFault = (fault: string) => {
    log.warn({ reason: fault }, `${documents} could not be read`)
    pollFault = fault
  }
  /** Returns whether the work was done; ends the poll while the site refuses requests or doesn't answer. */
  const attempt = async (work: () => Promise<unknown>) => {
    if (!mayContinue) return false
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      noteFault(error.message)
      mayContinue = !error.isUnreachable
      return false
    }
  }
  const items: Item[] = []
  for (const list of source.lists)
    await attempt(async () => items.push(...(await list({ since, today: day }))))
  for (const item of items.filter(({ id }) => read[id] === undefined).slice(0, source.maxDocuments)) {
    const isRead = await attempt(async () => {
      const fault = await source.read(item)
      if (fault !== null) noteFault(fault)
    })
    if (isRead || (mayContinue && !source.retries)) read[item.id] = item.day
  }
  state.fault = pollFault
  await save()
}

function readState(db: Db, key: MetaKey): Promise<WatchState | null> {
  return readMetaValue(db, key)
}

/** Reports the last poll, without a request. */
export async function probeDaily<Item extends DailyDocument>(
  db: Db,
  { site, documents, metaKey, daysBack }: DailySource<Item>
): Promise<Connection> {
  const state = await readState(db, metaKey)
  if (state === null)
    return { status: 'unread', detail: `${site}: ${documents} are read once a day, in the morning.` }
  const day = formatLongDay(state.lookedOn)
  const subject = documents.charAt(0).toUpperCase() + documents.slice(1)
  return state.fault === null
    ? { status: 'ok', detail: `${site}: ${documents} were read on ${day}.` }
    : {
        status: 'degraded',
        detail: `${state.fault} ${subject} were last requested on ${day}; the rest is read within ${daysBack} days.`
      }
}
