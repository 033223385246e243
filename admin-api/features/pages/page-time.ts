import type { Kysely } from 'kysely'
import type { PageTime } from '../../contract/pages.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { readMeta, writeMeta } from '../../db/meta.db.ts'
import type { Database } from '../../db/schema.ts'
import { writeTransaction } from '../../db/write-transaction.ts'
import { oldAge } from '../../domain/schedule/data-age.ts'
import { toNewYorkTime } from '../../domain/schedule/new-york.ts'
import type { Services } from '../../services.ts'

/** What a page that is drawn now may call coming, and whether it must say that its figures are old. */
export async function readPageTime(db: Kysely<Database>, now: Date): Promise<PageTime> {
  const { day } = toNewYorkTime(now)
  const newestDay = await findNewestPriceDay(db)
  const tradingDays = newestDay === null ? null : oldAge(newestDay, day)
  return {
    today: day,
    oldFigures: newestDay === null || tradingDays === null ? null : { newestDay, tradingDays }
  }
}

type DayParts = Pick<Services, 'db' | 'clock' | 'log' | 'queueChange'>

const lookEveryMs = 60_000

/**
 * Queues the pages that name days where they were last queued for another day, or for another age of the figures.
 * Pages are files and stay as they are while no figures come: without this, a date that passes would stay the next one.
 */
export async function turnDay({ db, clock, queueChange }: DayParts): Promise<void> {
  const now = clock()
  const time = JSON.stringify(await readPageTime(db, now))
  if ((await readMeta(db, 'pages-drawn-for')) === time) return
  await writeTransaction(db, async (trx) => {
    await queueChange(trx, { kind: 'day' }, now)
    await writeMeta(trx, 'pages-drawn-for', time)
  })
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
