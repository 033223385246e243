import { setPriority } from 'node:os'
import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { ApiError } from './http/errors.ts'

/** Functions that a thread offers by name. Arguments and results are copied, as by structuredClone(). */
type ThreadTasks = { [Name in string]: (input: never) => Promise<unknown> }

export type Threads<Tasks extends ThreadTasks> = {
  /** @throws what the task throws, or why its thread ended */
  run: <Name extends keyof Tasks & string>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    transferList?: readonly Transferable[]
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Ends the threads, whatever they are doing. */
  stop: () => Promise<void>
}

/** Megabytes for new objects; by default a busy thread takes 130 MB and returns them when it ends. */
const usualYoungMegabytes = 24

/** Nice value: 19 is the lowest priority. */
const lowPriority = 15

type ThreadOptions = {
  /** Completes "the thread that ... did not start". */
  purpose: string
  /** The module that a thread loads, with what serveTasks() returns as its exports. */
  worker: URL
  workerData?: unknown
  idleMs: number
  /** A thread that exceeds this is ended; the process goes on. */
  maxHeapMegabytes?: number
  /** Megabytes for new objects; a thread with little work that rarely ends should take less than usual. */
  youngMegabytes?: number
  /** Receives the error of a thread that fails while it has no task. */
  onIdleError: (error: Error) => void
}

/** A thread ended before its task began. `cause` is the error that ended it. */
export class ThreadStartError extends Error {}

/** One thread for one task at a time. It is started when it is needed, and again after it has ended. */
export function createThread<Tasks extends ThreadTasks>(options: ThreadOptions): Threads<Tasks> {
  const pool = openPool(options, { minThreads: 0, maxThreads: 1 })

  async function run(name: string, input: unknown, transferList: readonly Transferable[] = []) {
    return unpackReply(await pool.run(input, { name, transferList }))
  }

  return { run: run as Threads<Tasks>['run'], stop: pool.stop }
}

/**
 * Threads that start as tasks queue up; `minThreads` start at once and stay. A task that exceeds the limit ends all
 * threads, because it is unknown which one hangs. A task whose thread ended is retried once, in a separate thread.
 */
export function createThreadPool<Tasks extends ThreadTasks>(
  options: ThreadOptions & { minThreads: number; maxThreads: number; tasksPerThread: number; limitMs: number }
): Threads<Tasks> {
  const { minThreads, maxThreads, tasksPerThread, limitMs } = options
  const pool = openPool(options, { minThreads, maxThreads, concurrentTasksPerWorker: tasksPerThread })
  let isStopped = false

  async function runAlongside(name: string, input: unknown): Promise<ThreadReply> {
    const timer = setTimeout(pool.endThreads, limitMs).unref()
    return pool.run(input, { name }).finally(() => clearTimeout(timer))
  }

  async function runInOwnThread(name: string, input: unknown): Promise<ThreadReply> {
    // Piscina gives a task that can be aborted a separate thread.
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), limitMs).unref()
    return pool.run(input, { name, signal: tooLong.signal }).finally(() => clearTimeout(timer))
  }

  async function run(name: string, input: unknown) {
    const reply = await runAlongside(name, input).catch((error: unknown) => {
      if (isStopped || error instanceof ThreadStartError) throw error
      return runInOwnThread(name, input)
    })
    return unpackReply(reply)
  }

  return {
    // Results have the types that Tasks declares.
    run: run as Threads<Tasks>['run'],
    stop: async () => {
      isStopped = true
      await pool.stop()
    }
  }
}

type Pool = {
  /** @throws ThreadStartError when no thread is left to begin the task */
  run: (
    input: unknown,
    options: { name: string; transferList?: readonly Transferable[]; signal?: AbortSignal }
  ) => Promise<ThreadReply>
  endThreads: () => void
  stop: () => Promise<void>
}

/**
 * Piscina does not replace a thread that ends while it starts, so tasks would wait forever: once no thread is left, all
 * of them fail, and the next task opens a new pool.
 */
function openPool(
  {
    purpose,
    worker,
    workerData,
    idleMs,
    maxHeapMegabytes,
    youngMegabytes = usualYoungMegabytes,
    onIdleError
  }: ThreadOptions,
  size: { minThreads: number; maxThreads: number; concurrentTasksPerWorker?: number }
): Pool {
  let isStopped = false
  let lastError: Error | null = null
  let pool = open()

  function open(): Piscina {
    const opened = new Piscina({
      ...size,
      filename: worker.href,
      workerData,
      idleTimeout: idleMs,
      // With atomics, an idle thread would not notice that a connection of its own breaks.
      atomics: 'disabled',
      resourceLimits: {
        maxYoungGenerationSizeMb: youngMegabytes,
        ...(maxHeapMegabytes !== undefined && { maxOldGenerationSizeMb: maxHeapMegabytes })
      }
    })
    opened.on('error', (error: Error) => {
      lastError = error
      onIdleError(error)
    })
    opened.on('workerDestroy', () => setImmediate(() => renew(opened)))
    return opened
  }

  function renew(ended: Piscina): void {
    if (isStopped || pool !== ended || ended.threads.length > 0 || ended.queueSize === 0) return
    pool = open()
    void ended.destroy()
  }

  return {
    run: async (input, options) => {
      const used = pool
      try {
        const reply = await used.run(input, options)
        lastError = null
        return reply
      } catch (error) {
        if (used === pool || isStopped) throw error
        const why = lastError === null ? '' : `: ${lastError.message}`
        throw new ThreadStartError(`the thread that ${purpose} did not start${why}`, { cause: lastError })
      }
    },
    endThreads: () => {
      for (const thread of pool.threads) void thread.terminate()
    },
    stop: async () => {
      isStopped = true
      await pool.destroy()
    }
  }
}

/**
 * Lowers the priority of the calling thread. Only Linux has priorities per thread. If that is forbidden, as under a
 * strict systemd unit, the thread keeps its normal priority.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(lowPriority)
  } catch {}
}

type ThreadReply = { isDone: true; value: unknown } | { isDone: false; error: SentError }

type ServedTasks<Tasks extends ThreadTasks> = {
  [Name in keyof Tasks]: (input: Parameters<Tasks[Name]>[0]) => Promise<ThreadReply>
}

/** Wraps the tasks of a thread, so that their errors reach the caller complete. The worker exports the result. */
export function serveTasks<Tasks extends ThreadTasks>(tasks: Tasks): ServedTasks<Tasks> {
  const served = Object.entries(tasks).map(([name, task]) => [
    name,
    async (input: never): Promise<ThreadReply> => {
      try {
        return { isDone: true, value: await task(input) }
      } catch (error) {
        return { isDone: false, error: packError(error) }
      }
    }
  ])
  return Object.fromEntries(served)
}

function unpackReply(reply: ThreadReply): unknown {
  if (reply.isDone) return reply.value
  throw unpackError(reply.error)
}

/** An error as plain data: structuredClone() drops the code of an error, and its own class. */
type SentError = {
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
  cause: SentError | undefined
  /** Set for an ApiError only. */
  refusal: Pick<ApiError, 'code' | 'retryAfterSeconds' | 'current'> | undefined
}

function packError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    cause: cause === undefined ? undefined : packError(cause),
    refusal: error instanceof ApiError ? toRefusal(error) : undefined
  }
}

function toRefusal({ code, retryAfterSeconds, current }: ApiError): SentError['refusal'] {
  return { code, retryAfterSeconds, current }
}

function unpackError({ name, message, stack, code, cause, refusal }: SentError): Error {
  if (refusal !== undefined)
    return new ApiError(refusal.code, message, refusal.retryAfterSeconds, refusal.current)
  const error = new Error(message, cause === undefined ? undefined : { cause: unpackError(cause) })
  return Object.assign(error, { name, stack }, code !== undefined && { code })
}
