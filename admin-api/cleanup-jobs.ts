import { cleanUpAttempts } from './accounts/login-throttle.ts'
import { cleanUpSessions } from './accounts/sessions.ts'
import { cleanUpLog } from './admin-log/admin-log.db.ts'
import { cleanUpPictures, cleanUpPosts } from './blog/scheduled-posts.ts'
import type { CleanupJob } from './operations/maintenance.ts'
import type { Db } from './platform/database/schema.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { trimPageLog } from './publishing/page-log.db.ts'
import { cleanUpSearches } from './search/search-history.db.ts'

/** All cleanup jobs, in order. `what` is the subject of a service log message. */
export const cleanupJobs: readonly CleanupJob[] = [
  { what: 'old searches', everyHours: 1, step: cleanUpSearches },
  { what: 'old log lines', everyHours: 1, step: cleanUpLog },
  {
    what: 'ended sessions and wrong passwords',
    everyHours: 1,
    step: inOneStep((db, now) =>
      writeTransaction(db, async (trx) => {
        await cleanUpSessions(trx, now)
        await cleanUpAttempts(trx)
      })
    )
  },
  {
    what: 'old entries of the change log of pages',
    everyHours: 1,
    step: (db, now) => writeTransaction(db, (trx) => trimPageLog(trx, now))
  },
  { what: 'deleted posts', everyHours: 24, step: inOneStep(cleanUpPosts) },
  // After the posts, because their pictures may have become unused.
  { what: 'unused pictures', everyHours: 24, step: inOneStep(cleanUpPictures) }
]

/** Wraps a job that needs no batches, because it never removes so much that other writers wait long. */
function inOneStep(cleanUp: (db: Db, now: Date) => Promise<void>): CleanupJob['step'] {
  return async (db, now) => {
    await cleanUp(db, now)
    return false
  }
}
