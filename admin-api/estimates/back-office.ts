import { type Logger, pino } from 'pino'
import { findLocation } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createThreads, ThreadStartError } from '../platform/worker-threads.ts'
import { announceQueuedPages } from '../publishing/page-notices.ts'
import { announceChangedFacts, findChangedFacts, onFactsChanged } from './changed-facts.ts'
import { deriveFiguresJob } from './derive-figures.ts'
import type { Job, JobTurn, RunJob } from './job.ts'

/** Data that the thread starts with. */
export type BackOfficeSetup = {
  /** Path or URL of the database, as openDatabase() takes it. */
  location: string
  backupFolder: string
  logLevel: string
}

export type BackOfficeTasks = {
  runJob: (task: { name: string; input: unknown; now: Date }) => Promise<unknown>
}

/** Reports of the thread during a job. */
export type JobNotice =
  | { kind: 'pages-queued' }
  | { kind: 'facts-changed' }
  | { kind: 'logged'; line: string }

export type BackOffice = {
  runJob: RunJob
  /** Derives figures that another process, or a failed attempt, left. @throws what the derivation throws */
  deriveLeft: () => Promise<void>
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
 * Runs jobs in a separate thread, one after the other. It has the same priority as the thread that serves requests,
 * because a person waits for most jobs, and all other writes wait for its transactions.
 * @param worker the module that serves BackOfficeTasks
 */
export function openBackOffice(
  worker: URL,
  db: Db,
  { clock, log, backupFolder }: { clock: () => Date; log: Logger; backupFolder: string }
): BackOffice {
  const workerData: BackOfficeSetup = { backupFolder, location: findLocation(db), logLevel: log.level }
  const thread = createThreads<BackOfficeTasks>({
    purpose: 'changes figures',
    worker,
    workerData,
    idleMs,
    maxHeapMegabytes,
    onIdleError: (error) => log.error({ err: error }, 'the idle back office failed'),
    // Notices have the type that the thread sends.
    onNotice: (notice) => handle(notice as JobNotice)
  })
  const takeTurn = createTurns()
  const stopDeriving = onFactsChanged(db, () => {
    derive().catch((error: unknown) => {
      if (!isStopping) log.error({ err: error }, 'figures could not be derived; it is tried again')
    })
  })
  let isStopping = false
  let fault: string | null = null
  let nextDerivation: Promise<unknown> | null = null

  function handle(notice: JobNotice): void {
    if (notice.kind === 'pages-queued') announceQueuedPages(db)
    else if (notice.kind === 'facts-changed') announceChangedFacts(db)
    else logLine(log, notice.line)
  }

  async function run(name: string, input: unknown): Promise<unknown> {
    if (isStopping) throw new ApiError('conflict', 'The service is stopping, so nothing was changed.')
    try {
      const output = await thread.run('runJob', { name, input, now: clock() })
      fault = null
      return output
    } catch (error) {
      fault = error instanceof ThreadStartError ? error.message : null
      throw error
    }
  }

  // The output has the type that the job declares.
  function runJob<Input, Output>(
    { name, turn = 'first' }: Job<Input, Output>,
    input: Input
  ): Promise<Output> {
    return takeTurn(turn, () => run(name, input)) as Promise<Output>
  }

  /** Joins a derivation that hasn't begun; one that runs may have read the facts before they changed. */
  async function derive(): Promise<void> {
    // takeTurn() may begin at once, before its promise could be kept.
    nextDerivation ??= Promise.resolve().then(() =>
      takeTurn('first', () => {
        nextDerivation = null
        return run(deriveFiguresJob.name, null)
      })
    )
    await nextDerivation
  }

  return {
    runJob,
    deriveLeft: async () => {
      if ((await findChangedFacts(db)) !== null) await derive()
    },
    findFault: () => fault,
    stop: async () => {
      isStopping = true
      stopDeriving()
      await takeTurn('last', async () => undefined)
      await thread.stop()
    }
  }
}

/** Runs work in order of its turns: one at a time, except for work that runs beside the rest. */
export function createTurns(): <Result>(turn: JobTurn, work: () => Promise<Result>) => Promise<Result> {
  const waiting: Record<Exclude<JobTurn, 'beside'>, (() => Promise<unknown>)[]> = {
    next: [],
    first: [],
    last: []
  }
  let isRunning = false

  async function runWaiting(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (;;) {
      const next = waiting.next.shift() ?? waiting.first.shift() ?? waiting.last.shift()
      if (next === undefined) break
      await next()
    }
    isRunning = false
  }

  return (turn, work) => {
    if (turn === 'beside') return work()
    return new Promise((resolve) => {
      waiting[turn].push(() => {
        const result = work()
        resolve(result)
        return result.catch(() => undefined)
      })
      void runWaiting()
    })
  }
}

/** Logs a line of the thread's log as one of the service's. */
function logLine(log: Logger, line: string): void {
  const { level, time, msg, ...fields }: { level: number; time: number; msg?: string } = JSON.parse(line)
  const name = pino.levels.labels[level]
  if (name !== undefined && name in log) log[name as pino.Level](fields, msg)
}
