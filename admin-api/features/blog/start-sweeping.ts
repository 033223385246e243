import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/schema.ts'
import { sweepPictures } from './images/sweep-pictures.ts'
import { sweepPosts } from './sweep-posts.ts'

const dayMs = 86_400_000

type SweepParts = { db: Kysely<Database>; clock: () => Date; log: Logger }

/**
 * Removes what of the blog has had its time, now and once a day.
 * @returns ends that.
 */
export function startSweeping({ db, clock, log }: SweepParts): () => void {
  const sweep = async () => {
    const now = clock()
    await sweepPosts(db, now)
    // Pictures of posts that have just gone for good go with them.
    await sweepPictures(db, now)
  }
  const sweepOrLog = () => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'old posts or pictures could not be removed'))
  }
  sweepOrLog()
  const timer = setInterval(sweepOrLog, dayMs).unref()
  return () => clearInterval(timer)
}
