import { collectionJobs } from './collection/collection.jobs.ts'
import { historyJobs } from './administration/history/dividend-history.jobs.ts'
import { fundJobs } from './administration/funds/funds.jobs.ts'
import { entryJobs } from './administration/entries/manual-entries.jobs.ts'
import type { Job } from './estimates/jobs/job.ts'

/** Whatever changes figures while the service runs, by name. */
const allJobs = new Map<string, Job<never, unknown>>(
  [...collectionJobs, ...historyJobs, ...fundJobs, ...entryJobs].map((job) => [job.name, job])
)

/** @throws Error where no job has the name */
export function findJob(name: string): Job<never, unknown> {
  const job = allJobs.get(name)
  if (job === undefined) throw new Error(`no job is called ${name}: all-jobs.ts lists them`)
  return job
}
