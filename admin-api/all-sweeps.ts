import { trimPageLog } from './publishing/page-log.db.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { sweepLogLines } from './admin-log/sweep-log-lines.ts'
import { sweepLogins } from './accounts/sweep-logins.ts'
import { sweepPictures } from './blog/images/sweep-pictures.ts'
import { sweepPosts } from './blog/sweep-posts.ts'
import { sweepSearches } from './search/sweep-searches.ts'
import type { Sweep } from './operations/upkeep.ts'

/** All that is removed because its time is over, in order. The README says of each table what keeps it small. */
export const allSweeps: readonly Sweep[] = [
  { what: 'old searches', everyHours: 1, step: sweepSearches },
  { what: 'old log lines', everyHours: 1, step: sweepLogLines },
  { what: 'ended sessions and wrong passwords', everyHours: 1, step: sweepLogins },
  {
    what: 'old entries of the log of pages',
    everyHours: 1,
    step: (db, now) => writeTransaction(db, (trx) => trimPageLog(trx, now))
  },
  { what: 'deleted posts', everyHours: 24, step: whole(sweepPosts) },
  // Pictures of posts that have just gone for good go with them.
  { what: 'unused pictures', everyHours: 24, step: whole(sweepPictures) }
]

/** For what is never so much that it would hold anybody up. */
function whole(sweep: (...given: Parameters<Sweep['step']>) => Promise<void>): Sweep['step'] {
  return async (db, now) => {
    await sweep(db, now)
    return false
  }
}
