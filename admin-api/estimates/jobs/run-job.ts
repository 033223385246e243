import type { Kysely } from 'kysely'
import { findJob } from '../../all-jobs.ts'
import type { Pages } from '../../all-pages.ts'
import type { Database } from '../../platform/database/schema.ts'
import { refreshEstimates } from '../refresh-estimates.ts'
import { refuseTaken } from '../../funds/taken-symbols.ts'
import type { JobParts } from './job.ts'

/** A job as it is handed over; `input` is a copy of what its own type says. */
export type JobOrder = { name: string; input: unknown; now: Date }

export type JobPlace = Pick<JobParts, 'log' | 'write' | 'backupFolder'> &
  Pick<Pages, 'queueChange' | 'isOwnPath'> & { db: Kysely<Database> }

/** Does what was ordered, whether in a thread or not. */
export async function runJob(
  { isOwnPath, ...place }: JobPlace,
  { name, input, now }: JobOrder
): Promise<unknown> {
  const { queueChange } = place
  // Who handed it over was held to the type of the job.
  return findJob(name).run(
    {
      ...place,
      now,
      refreshEstimates: (trx) => refreshEstimates(trx, { now, queueChange }),
      refuseTaken: (trx, symbol, owner) => refuseTaken(trx, symbol, { isOwnPath, owner })
    },
    input as never
  )
}
