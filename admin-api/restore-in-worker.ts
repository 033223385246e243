import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { ErrorCode } from './contract/errors.ts'
import { type HeldLease, takeLease } from './db/leases/take-lease.ts'
import { findPlace, pauseWrites } from './db/open.ts'
import type { Database } from './db/schema.ts'
import { announceQueuedPages } from './db/write-transaction.ts'
import { ApiError } from './http/errors.ts'
import type { Restored, RestoreJob } from './services.ts'

export type WorkerJob = RestoreJob & { place: string; backupFolder: string }

export type WorkerAnswer =
  | { kind: 'may-write' }
  | { kind: 'done'; value: Restored }
  | { kind: 'refused'; code: ErrorCode; message: string; retryAfterSeconds: number | undefined }
  | { kind: 'failed'; error: unknown }

export type Restorer = { restore: (job: RestoreJob) => Promise<Restored>; stop: () => Promise<void> }

/** A dry run is usually followed by the restore itself, and starting a thread takes half a second. */
const idleMs = 60_000
/** 98,340 records and their estimates fit into 320; with more than this the thread ends, and the process goes on. */
const mostHeapMegabytes = 512

/** Runs restores one after the other in a thread that is started when it is needed, and none beside that of another process. */
export function createRestorer(db: Kysely<Database>, backupFolder: string): Restorer {
  const oneAtATime = pLimit(1)
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(new URL('./restore-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes }
    })
    // Without a listener the error of an idle thread would end the process.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(timer)
    await worker?.terminate()
    worker = null
  }

  return {
    restore: (job) =>
      oneAtATime(async () => {
        const lease = job.isDryRun ? null : await takeRestoring(db)
        clearTimeout(timer)
        worker ??= startWorker()
        try {
          return await runJob(db, worker, { ...job, place: findPlace(db), backupFolder })
        } finally {
          // One that can't be given back ends by itself.
          await lease?.release().catch(() => undefined)
          timer = setTimeout(stop, idleMs).unref()
        }
      }),
    stop
  }
}

/** @throws ApiError when another process restores one */
async function takeRestoring(db: Kysely<Database>): Promise<HeldLease> {
  const lease = await takeLease(db, 'restoring')
  if (lease === null)
    throw new ApiError('conflict', 'A backup is being restored already. Please wait for it.')
  return lease
}

async function runJob(db: Kysely<Database>, worker: Worker, job: WorkerJob): Promise<Restored> {
  let hasEnded = false
  let resumeWrites = () => {}
  const { promise, resolve, reject } = Promise.withResolvers<Restored>()

  async function hear(answer: WorkerAnswer): Promise<void> {
    switch (answer.kind) {
      case 'may-write':
        resumeWrites = await pauseWrites(db)
        // The thread may have died while it waited.
        return hasEnded ? resumeWrites() : worker.postMessage('write')
      case 'done':
        return resolve(answer.value)
      case 'refused':
        return reject(new ApiError(answer.code, answer.message, answer.retryAfterSeconds))
      case 'failed':
        return reject(answer.error)
    }
  }
  const onMessage = (answer: WorkerAnswer) => void hear(answer).catch(reject)
  const onExit = () => reject(new Error('the thread that restores ended before it was done'))

  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  worker.ref()
  worker.postMessage(job)
  try {
    return await promise
  } finally {
    hasEnded = true
    resumeWrites()
    announceQueuedPages(db)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
    worker.unref()
  }
}
