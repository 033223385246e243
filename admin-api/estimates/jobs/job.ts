import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/schema.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'

/** What a job may touch. */
export type JobParts = {
  /** For reading; `write` for the rest. */
  db: Kysely<Database>
  /** When its turn came. */
  now: Date
  log: Logger
  queueChange: QueueChange
  /** All that follows from another price or payment, in the transaction that changed it; see `refreshEstimates`. */
  refreshEstimates: (trx: Transaction<Database>) => Promise<string[]>
  /** @throws ApiError where a fund of this symbol would have no address of its own. */
  refuseTaken: (trx: Transaction<Database>, symbol: string, owner?: string) => Promise<void>
  /** As writeTransaction(), the only writer of this process meanwhile. */
  write: <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => Promise<Result>
  /** Where safety copies are kept. */
  backupFolder: string
}

/**
 * One change of figures, with all that follows from it. In the running service it runs in a thread of its own, so that
 * nobody waits for its arithmetic: what goes in and what comes out is plain data that can be copied. A feature exports
 * its own; all-jobs.ts puts them together.
 */
export type Job<Input, Output> = {
  name: string
  /** @throws ApiError with a refusal, which the caller hears as if it ran beside him */
  run: (parts: JobParts, input: Input) => Promise<Output>
}

/** Runs a job, one after the other. @throws what the job throws */
export type ChangeFigures = <Input, Output>(job: Job<Input, Output>, input: Input) => Promise<Output>
