import { join } from 'node:path'
import { Cron } from 'croner'
import type { Kysely } from 'kysely'
import { readLastBackup } from '../../admin-api/platform/database/backups/last-backup.db.ts'
import { listCopies } from '../../admin-api/platform/database/backups/list-copies.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { nightOf } from '../../admin-api/platform/database/backups/last-backup.ts'
import { newYork } from '../../admin-api/market-days/new-york.ts'

/** Days in New York. */
export type Nights = {
  lived: number
  withoutBackup: readonly string[]
  /** Of the copies that are there at the end, oldest first, and what they weigh together. */
  kept: readonly string[]
  bytes: number
}

/** Keeps an eye on the backups of the service in the folder. */
export function createNightWatch(db: Kysely<Database>, dataDir: string) {
  const times = new Cron('30 3 * * *', { mode: '5-part', timezone: newYork, paused: true })
  const lived = new Set<string>()
  const withoutBackup: string[] = []
  return {
    /** The moment at which the next backup is due, or `run` where that comes before. */
    earlierOf: (run: Date, now: number): Date => {
      const night = times.nextRun(new Date(now))
      return night !== null && night < run ? night : run
    },
    /** After the service has had its turn at a moment. */
    look: async (now: Date): Promise<void> => {
      const night = nightOf(now)
      if (lived.has(night)) return
      lived.add(night)
      const made = (await readLastBackup(db))?.made ?? null
      if (made === null || nightOf(new Date(made.at)) !== night) withoutBackup.push(night)
    },
    read: (): Nights => {
      const copies = listCopies(join(dataDir, 'backups'))
      return {
        lived: lived.size,
        withoutBackup,
        kept: copies.map(({ madeAt }) => nightOf(madeAt)).toReversed(),
        bytes: copies.reduce((sum, copy) => sum + copy.bytes, 0)
      }
    }
  }
}
