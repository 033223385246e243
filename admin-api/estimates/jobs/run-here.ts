import pLimit from 'p-limit'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { ChangeFigures } from './job.ts'
import { type JobPlace, runJob } from './run-job.ts'

/**
 * Runs jobs in this thread on the connection of the service, one after the other, on copies of what goes in and comes
 * out: for commands that serve nobody meanwhile, and for tests.
 */
export function createJobsHere({
  clock,
  ...place
}: Omit<JobPlace, 'write'> & { clock: () => Date }): ChangeFigures {
  const oneAtATime = pLimit(1)
  const parts: JobPlace = { ...place, write: (work) => writeTransaction(place.db, work) }
  return (job, input) =>
    oneAtATime(async () => {
      const order = { name: job.name, input: structuredClone(input), now: clock() }
      // What comes out is what the type of the job says.
      return structuredClone(await runJob(parts, order)) as Awaited<ReturnType<typeof job.run>>
    })
}
