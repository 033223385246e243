import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { type Logger, pino } from 'pino'
import Piscina from 'piscina'
import { findPlace, pauseWrites } from '../../platform/database/open.ts'
import type { Database } from '../../platform/database/schema.ts'
import { announceQueuedPages } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeFigures } from './job.ts'
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadSetting } from './messages.ts'
import { unpackError } from '../../platform/worker-threads/sent-error.ts'

export type JobThread = {
  changeFigures: ChangeFigures
  /** Lets the job that runs end; those that wait for it come to nothing. */
  stop: () => Promise<void>
}

/** An operator does one thing after the other, and starting a thread takes half a second. */
const idleMs = 600_000
/** A backup of 98,340 records and their estimates fit into 320; with more than this the thread ends, and the process goes on. */
const mostHeapMegabytes = 512

/** Runs jobs one after the other in a thread that is started when it is needed, and anew when it has died. */
export function createJobThread(
  db: Kysely<Database>,
  {
    clock,
    log,
    ...setting
  }: { clock: () => Date; log: Logger } & Pick<ThreadSetting, 'backupFolder' | 'staticPaths'>
): JobThread {
  const workerData: ThreadSetting = { ...setting, place: findPlace(db), logLevel: log.level }
  const pool = new Piscina<ThreadOrder, void>({
    filename: new URL('../../job-thread.ts', import.meta.url).href,
    name: 'runOrder',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // A thread that waits for orders otherwise hears nothing else, such as a connection that breaks.
    atomics: 'disabled',
    // Who answers visitors has the processor first; on Linux, where @napi-rs/nice could be installed.
    niceIncrement: 15,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes },
    workerData
  })
  pool.on('error', (error) => log.error({ err: error }, 'the thread that changes figures failed at rest'))
  const oneAtATime = pLimit(1)
  let isStopping = false

  async function run(name: string, input: unknown): Promise<unknown> {
    if (isStopping) throw new ApiError('conflict', 'The service is stopping, so nothing was changed.')
    const { port1: ours, port2: port } = new MessageChannel()
    const heard = hear(ours, db, log)
    try {
      await runInPool({ name, input, now: clock(), port })
      return readAnswer(await heard.answer)
    } finally {
      heard.end()
    }
  }

  /** A thread that dies while it starts would leave its order waiting, for Piscina starts no other then. */
  async function runInPool(order: ThreadOrder): Promise<void> {
    const giveUp = new AbortController()
    const onDeath = () => setImmediate(() => giveUp.abort('the thread that changes figures did not start'))
    pool.once('workerDestroy', onDeath)
    try {
      await pool.run(order, { transferList: [order.port], signal: giveUp.signal })
    } finally {
      pool.off('workerDestroy', onDeath)
    }
  }

  return {
    // What comes out is what the type of the job says.
    changeFigures: (job, input) => oneAtATime(() => run(job.name, input) as ReturnType<typeof job.run>),
    stop: async () => {
      isStopping = true
      await oneAtATime(async () => undefined)
      await pool.destroy()
    }
  }
}

/** Does what the thread asks for. `end` must be called once it asks no more, also where it died. */
function hear(
  port: MessagePort,
  db: Kysely<Database>,
  log: Logger
): { answer: Promise<ThreadAnswer>; end: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
  let hasEnded = false
  let resumeWrites = () => {}

  function endWriting(): void {
    resumeWrites()
    resumeWrites = () => {}
  }
  async function hearOne(message: ThreadMessage): Promise<void> {
    switch (message.kind) {
      case 'may-write':
        resumeWrites = await pauseWrites(db)
        // The thread may have died while it waited.
        return hasEnded ? endWriting() : port.postMessage('write')
      case 'written':
        endWriting()
        return announceQueuedPages(db)
      case 'logged':
        return passOn(log, message.line)
      case 'answered':
        return resolve(message.answer)
    }
  }
  port.on('message', (message: ThreadMessage) => void hearOne(message).catch(reject))
  // Where the thread died nobody waits for the answer.
  promise.catch(() => undefined)
  return {
    answer: promise,
    end: () => {
      hasEnded = true
      endWriting()
      port.close()
    }
  }
}

function readAnswer(answer: ThreadAnswer): unknown {
  switch (answer.kind) {
    case 'done':
      return answer.output
    case 'refused':
      throw new ApiError(answer.code, answer.message, answer.retryAfterSeconds, answer.current)
    case 'failed':
      throw unpackError(answer.error)
  }
}

/** A line of the log of the thread becomes one of ours. */
function passOn(log: Logger, line: string): void {
  const { level, time, msg, ...fields }: { level: number; time: number; msg?: string } = JSON.parse(line)
  const name = pino.levels.labels[level]
  if (name !== undefined && name in log) log[name as pino.Level](fields, msg)
}
