import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { type Logger, pino } from 'pino'
import { singleFlight } from '../platform/background.ts'
import { findLocation, pauseWrites } from '../platform/database/open.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createThread, ThreadStartError } from '../platform/worker-threads.ts'
import { announceQueuedPages } from '../publishing/page-notices.ts'
import type { ChangeFigures } from './job.ts'

/** Data that the job thread starts with. */
export type JobThreadSetup = {
  /** Path or URL of the database, as openDatabase() takes it. */
  location: string
  backupFolder: string
  logLevel: string
}

export type JobThreadTasks = {
  /** Runs the job of this name. The port belongs to this one run. */
  runJob: (task: { name: string; input: unknown; now: Date; port: MessagePort }) => Promise<unknown>
  /** Prepares for the next change of a payment; only reads. */
  prepare: (input: null) => Promise<void>
}

/** Message from the thread during a job. `may-write` waits for a response. */
export type JobMessage = { kind: 'may-write' } | { kind: 'written' } | { kind: 'logged'; line: string }

export type JobThread = {
  changeFigures: ChangeFigures
  /** Starts and prepares the thread, because the operator may change a payment soon. Returns at once. */
  expectChange: () => void
  /** Returns why the thread couldn't start the last time it was needed; null if it did. */
  findFault: () => string | null
  /** Lets the running job end; waiting jobs are refused. */
  stop: () => Promise<void>
}

/** An operator often makes several changes in a row, and starting a thread takes half a second. */
const idleMs = 600_000
/** A backup of 98,340 records and their estimates needs 320. */
const maxHeapMegabytes = 512

/**
 * Runs jobs one after the other in a separate thread. It has the same priority as the thread that serves requests,
 * because a person waits for most jobs, and all other writes wait for its transactions.
 * @param worker the module that serves JobThreadTasks
 */
export function createJobThread(
  worker: URL,
  db: Kysely<Database>,
  { clock, log, ...setup }: { clock: () => Date; log: Logger } & Pick<JobThreadSetup, 'backupFolder'>
): JobThread {
  const workerData: JobThreadSetup = { ...setup, location: findLocation(db), logLevel: log.level }
  const thread = createThread<JobThreadTasks>({
    purpose: 'changes figures',
    worker,
    workerData,
    idleMs,
    maxHeapMegabytes,
    onIdleError: (error) => log.error({ err: error }, 'the idle job thread failed')
  })
  const oneAtATime = pLimit(1)
  const preparation = singleFlight(() => oneAtATime(async () => isStopping || thread.run('prepare', null)))
  let isStopping = false
  let fault: string | null = null

  async function run(name: string, input: unknown): Promise<unknown> {
    if (isStopping) throw new ApiError('conflict', 'The service is stopping, so nothing was changed.')
    const { port1: ours, port2: port } = new MessageChannel()
    const end = serveThread(ours, db, log)
    const closed = once(ours, 'close')
    try {
      const output = await thread.run('runJob', { name, input, now: clock(), port }, [port])
      fault = null
      return output
    } catch (error) {
      fault = error instanceof ThreadStartError ? error.message : null
      throw error
    } finally {
      // Without effect unless the job never reached the thread.
      port.close()
      // The port delivers its last message before it closes.
      await closed
      end()
    }
  }

  return {
    // The output has the type that the job declares.
    changeFigures: (job, input) => oneAtATime(() => run(job.name, input) as ReturnType<typeof job.run>),
    expectChange: () => {
      preparation.run().catch((error: unknown) => log.warn({ err: error }, 'the job thread was not prepared'))
    },
    findFault: () => fault,
    stop: async () => {
      isStopping = true
      await oneAtATime(async () => undefined)
      await thread.stop()
    }
  }
}

/**
 * Serves the messages of one job.
 * @returns a function that ends this; must be called after the job, even if its thread died
 */
function serveThread(port: MessagePort, db: Kysely<Database>, log: Logger): () => void {
  let hasEnded = false
  let resumeWrites = () => {}

  function endWriting(): void {
    resumeWrites()
    resumeWrites = () => {}
  }
  async function handle(message: JobMessage): Promise<void> {
    switch (message.kind) {
      case 'may-write':
        resumeWrites = await pauseWrites(db)
        // The thread may have died while it waited.
        return hasEnded ? endWriting() : port.postMessage('write')
      case 'written':
        endWriting()
        return announceQueuedPages(db)
      case 'logged':
        return logLine(log, message.line)
    }
  }
  port.on('message', handle)
  return () => {
    hasEnded = true
    endWriting()
  }
}

/** Logs a line of the thread's log as one of the service's. */
function logLine(log: Logger, line: string): void {
  const { level, time, msg, ...fields }: { level: number; time: number; msg?: string } = JSON.parse(line)
  const name = pino.levels.labels[level]
  if (name !== undefined && name in log) log[name as pino.Level](fields, msg)
}
