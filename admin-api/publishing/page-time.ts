import { isDeepStrictEqual } from 'node:util'
import type { PageTime } from '../contract/pages.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { addDays } from '../market-days/days.ts'
import { staleAge } from '../market-days/market-calendar.ts'
import { nextClose, toNewYorkTime } from '../market-days/sessions.ts'
import { runEvery, type WorkParts } from '../platform/background.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from './page-kind.ts'

/**
 * Returns the day for which pages are rendered now, and the age of the figures if they are old. If another instance has
 * already begun the next day or passed the close, so do we, even if our clock is behind: all instances render the same
 * pages.
 */
export async function readPageTime(db: Db, now: Date): Promise<PageTime> {
  const ours = toNewYorkTime(now).day
  const renderedFor = await readRenderedFor(db)
  const day = renderedFor?.today === addDays(ours, 1) ? renderedFor.today : ours
  const newestDay = await findNewestPriceDay(db)
  const tradingDays = newestDay === null ? null : staleAge(newestDay, day)
  const ourClose = nextClose(now)
  const theirClose = renderedFor?.today === day ? renderedFor.nextClose : undefined
  return {
    ...((await readMeta(db, 'demo-day')) !== null && { isDemo: true as const }),
    today: day,
    nextClose: theirClose !== undefined && theirClose > ourClose ? theirClose : ourClose,
    oldFigures: newestDay === null || tradingDays === null ? null : { newestDay, tradingDays }
  }
}

/** Returns the time for which pages were last queued, or null. Earlier versions stored no `nextClose`. */
async function readRenderedFor(db: Db): Promise<(Omit<PageTime, 'nextClose'> & Partial<PageTime>) | null> {
  return JSON.parse((await readMeta(db, 'pages-drawn-for')) ?? 'null')
}

type DayParts = WorkParts & { queueChange: QueueChange }

const pollMs = 60_000

/**
 * Queues the pages that depend on the day, if the day or the age of the figures has changed since they were last queued,
 * or those with own-by dates, if the exchange has closed since.
 * Without this, a page whose figures do not change would show a past date as the next one. The first instance that
 * detects the change queues the pages for all.
 */
export async function queueIfDayChanged({ db, clock, queueChange }: DayParts): Promise<void> {
  const now = clock()
  if (await isUpToDate(db, now)) return
  await writeTransaction(db, async (trx) => {
    if (await isUpToDate(trx, now)) return
    const [before, after] = [await readRenderedFor(trx), await readPageTime(trx, now)]
    const isOnlyClose = isDeepStrictEqual({ ...before, nextClose: after.nextClose }, after)
    await queueChange(trx, { kind: isOnlyClose ? 'close' : 'day' }, now)
    await writeMeta(trx, 'pages-drawn-for', JSON.stringify(after))
  })
}

async function isUpToDate(db: Db, now: Date): Promise<boolean> {
  return isDeepStrictEqual(await readRenderedFor(db), await readPageTime(db, now))
}

/**
 * Checks every minute whether the day has changed. A timer set to midnight would be wrong after the machine slept.
 * @returns stops that
 */
export function startDayChecks(parts: DayParts): () => Promise<void> {
  return runEvery(pollMs, () => queueIfDayChanged(parts), {
    onError: (error) => parts.log.error({ err: error }, 'pages could not be queued for the new day')
  })
}
