import pLimit from 'p-limit'
import { deriveFigures } from '../estimates/derive-figures.ts'
import type { JobParts, RunJob } from '../estimates/job.ts'

/**
 * Runs jobs in this thread, one after the other, on copies of their input and output, as between threads, each with the
 * derivation that follows it.
 */
export function createJobsHere({ clock, ...parts }: Omit<JobParts, 'now'> & { clock: () => Date }): RunJob {
  const oneAtATime = pLimit(1)
  return (job, input) =>
    oneAtATime(async () => {
      const now = clock()
      const output = await job.run({ ...parts, now }, structuredClone(input))
      await deriveFigures({ ...parts, now })
      return structuredClone(output)
    })
}
