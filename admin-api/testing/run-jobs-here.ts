import pLimit from 'p-limit'
import type { JobParts, RunJob } from '../estimates/job.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Runs jobs in this thread, one after the other, on copies of their input and output, as between threads. */
export function createJobsHere({
  clock,
  ...parts
}: Omit<JobParts, 'write' | 'now'> & { clock: () => Date }): RunJob {
  const oneAtATime = pLimit(1)
  return (job, input) =>
    oneAtATime(async () =>
      structuredClone(
        await job.run(
          { ...parts, now: clock(), write: (work) => writeTransaction(parts.db, work) },
          structuredClone(input)
        )
      )
    )
}
