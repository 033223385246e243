import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { PageTime } from '../contract/pages.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { oldAge } from '../market-days/data-age.ts'
import { addDays } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import type { Services } from '../services.ts'

/**
 * What a page that is drawn now may call coming, and whether it must say that its figures are old. A day that another node
 * has turned to is today, though our clock is not there yet: pages are drawn once a day, and alike on all nodes.
 */
export async function readPageTime(db: Kysely<Database>, now: Date): Promise<PageTime> {
  const ours = toNewYorkTime(now).day
  const drawnFor = await readDrawnFor(db)
  const day = drawnFor?.today === addDays(ours, 1) ? drawnFor.today : ours
  const newestDay = await findNewestPriceDay(db)
  const tradingDays = newestDay === null ? null : oldAge(newestDay, day)
  return {
    today: day,
    oldFigures: newestDay === null || tradingDays === null ? null : { newestDay, tradingDays }
  }
}

/** What the pages were last queued for; null where they never were. */
async function readDrawnFor(db: Kysely<Database>): Promise<PageTime | null> {
  return JSON.parse((await readMeta(db, 'pages-drawn-for')) ?? 'null')
}

type DayParts = Pick<Services, 'db' | 'clock' | 'log' | 'queueChange'>

const lookEveryMs = 60_000

/**
 * Queues the pages that name days where they were last queued for another day, or for another age of the figures.
 * Pages are files and stay as they are while no figures come: without this, a date that passes would stay the next one. Of
 * several nodes the first does it for all.
 */
export async function turnDay({ db, clock, queueChange }: DayParts): Promise<void> {
  const now = clock()
  if (await isTurned(db, now)) return
  await writeTransaction(db, async (trx) => {
    if (await isTurned(trx, now)) return
    await queueChange(trx, { kind: 'day' }, now)
    await writeMeta(trx, 'pages-drawn-for', JSON.stringify(await readPageTime(trx, now)))
  })
}

async function isTurned(db: Kysely<Database>, now: Date): Promise<boolean> {
  return isDeepStrictEqual(await readDrawnFor(db), await readPageTime(db, now))
}

/**
 * Looks every minute whether the day has turned; a timer set to midnight would be wrong after the machine slept.
 * @returns ends that.
 */
export function startTurningDays(parts: DayParts): () => void {
  const look = () =>
    turnDay(parts).catch((error: unknown) =>
      parts.log.error({ err: error }, 'the pages could not be queued for the day')
    )
  const timer = setInterval(() => void look(), lookEveryMs)
  return () => clearInterval(timer)
}
