import type { Logger } from 'pino'
import type { Db } from '../platform/database/schema.ts'
import type { Pages } from '../publishing/page-kind.ts'

/** Dependencies of a job. */
export type JobParts = Pick<Pages, 'queueChange' | 'isOwnPath'> & {
  db: Db
  /** Time at which the job started. */
  now: Date
  log: Logger
  /** Folder of database backups. */
  backupFolder: string
}

/**
 * When a job runs: next, because it takes a few milliseconds; before others, because a person waits for it; after them; or
 * at once, because it never blocks long.
 */
export type JobTurn = 'next' | 'first' | 'last' | 'beside'

/**
 * Work that takes too long for the thread that answers requests, such as deriving all figures.
 * The running service runs jobs in its back office, a separate thread. Input and output are plain data that can be copied.
 */
export type Job<Input, Output> = {
  name: string
  /** 'first' by default. */
  turn?: JobTurn
  /** @throws ApiError with a refusal, which also reaches callers in another thread */
  run: (parts: JobParts, input: Input) => Promise<Output>
}

/** Runs jobs one after the other. @throws what the job throws */
export type RunJob = <Input, Output>(job: Job<Input, Output>, input: Input) => Promise<Output>
