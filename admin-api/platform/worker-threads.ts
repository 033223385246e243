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

type ThreadOptions = {
  /** The module that a thread loads, with what serveTasks() returns as its exports. */
  worker: URL
  workerData?: unknown
  idleMs: number
  /** Lowers the priority of the thread, on Linux if @napi-rs/nice is installed. */
  niceIncrement?: number
  /** A thread that needs more ends; the process goes on. */
  maxHeapMegabytes?: number
  /** Receives the error of a thread that fails while it has no task. */
  onIdleError: (error: Error) => void
}

/**
 * One thread for one task at a time. It is started when it is needed, and again after it has ended.
 * @param purpose completes "the thread that ... did not start"
 */
export function createThread<Tasks extends ThreadTasks>(
  purpose: string,
  options: ThreadOptions
): Threads<Tasks> {
  const pool = openPool(options, { minThreads: 0, maxThreads: 1 })

  async function run(name: string, input: unknown, transferList: readonly Transferable[] = []) {
    // Piscina does not replace a thread that ends while it starts, so its task would wait forever.
    const giveUp = new AbortController()
    const onEnd = () => setImmediate(() => giveUp.abort(`the thread that ${purpose} did not start`))
    pool.once('workerDestroy', onEnd)
    try {
      return unpackReply(await pool.run(input, { name, transferList, signal: giveUp.signal }))
    } finally {
      pool.off('workerDestroy', onEnd)
    }
  }

  return { run: run as Threads<Tasks>['run'], stop: () => pool.destroy() }
}

/**
 * Threads that start as tasks queue up; the first one starts at once and stays. A task that exceeds the limit ends all
 * threads, because nothing tells which of them hangs. A task that loses its thread runs once more, alone in a thread.
 */
export function createThreadPool<Tasks extends ThreadTasks>(
  options: ThreadOptions & { maxThreads: number; tasksPerThread: number; limitMs: number }
): Threads<Tasks> {
  const { maxThreads, tasksPerThread, limitMs } = options
  const pool = openPool(options, { minThreads: 1, maxThreads, concurrentTasksPerWorker: tasksPerThread })
  let isStopped = false

  async function runAlongside(name: string, input: unknown): Promise<ThreadReply> {
    const timer = setTimeout(() => {
      for (const thread of pool.threads) void thread.terminate()
    }, limitMs).unref()
    return pool.run(input, { name }).finally(() => clearTimeout(timer))
  }

  async function runAlone(name: string, input: unknown): Promise<ThreadReply> {
    // Piscina gives a task that can be aborted a thread of its own.
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), limitMs).unref()
    return pool.run(input, { name, signal: tooLong.signal }).finally(() => clearTimeout(timer))
  }

  async function run(name: string, input: unknown) {
    const reply = await runAlongside(name, input).catch((error: unknown) => {
      if (isStopped) throw error
      return runAlone(name, input)
    })
    return unpackReply(reply)
  }

  return {
    // A worker that serves Tasks returns what they declare.
    run: run as Threads<Tasks>['run'],
    stop: async () => {
      isStopped = true
      await pool.destroy()
    }
  }
}

function openPool(
  { worker, workerData, idleMs, niceIncrement = 0, maxHeapMegabytes, onIdleError }: ThreadOptions,
  size: { minThreads: number; maxThreads: number; concurrentTasksPerWorker?: number }
): Piscina {
  const pool = new Piscina({
    ...size,
    filename: worker.href,
    workerData,
    idleTimeout: idleMs,
    niceIncrement,
    // With atomics, an idle thread would not notice that a connection of its own breaks.
    atomics: 'disabled',
    ...(maxHeapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } })
  })
  pool.on('error', onIdleError)
  return pool
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
