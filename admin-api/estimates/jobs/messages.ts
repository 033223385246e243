import type { MessagePort } from 'node:worker_threads'
import type { ApiError } from '../../platform/http/errors.ts'
import type { JobOrder } from './run-job.ts'
import type { SentError } from '../../platform/worker-threads/sent-error.ts'

/** What the thread is started with. */
export type ThreadSetting = {
  /** As openDatabase() takes it. */
  place: string
  backupFolder: string
  staticPaths: readonly string[]
  logLevel: string
}

/** The port is that of this one job. */
export type ThreadOrder = JobOrder & { port: MessagePort }

/** From the thread. `may-write` waits for an answer, and `answered` is the last one. */
export type ThreadMessage =
  | { kind: 'may-write' }
  | { kind: 'written' }
  | { kind: 'logged'; line: string }
  | { kind: 'answered'; answer: ThreadAnswer }

export type ThreadAnswer =
  | { kind: 'done'; output: unknown }
  | ({ kind: 'refused' } & Pick<ApiError, 'code' | 'message' | 'retryAfterSeconds' | 'current'>)
  | { kind: 'failed'; error: SentError }
