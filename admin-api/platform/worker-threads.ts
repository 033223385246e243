import { setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { parentPort, Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { ApiError } from './http/errors.ts'

/** Functions that a thread offers by name. Arguments and results are copied, as by structuredClone(). */
type ThreadTasks = { [Name in string]: (input: never) => Promise<unknown> }

export type Threads<Tasks extends ThreadTasks> = {
  /** @throws what the task throws, or why its thread ended */
  run: <Name extends keyof Tasks & string>(
    name: Name,
    input: Parameters<Tasks[Name]>[0]
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Ends the threads, whatever they are doing. */
  stop: () => Promise<void>
}

/** Megabytes for new objects; by default a busy thread takes 130 MB and returns them when it ends. */
const youngMegabytes = 12

/** Nice value: 19 is the lowest priority. */
const lowPriority = 15

type ThreadOptions = {
  /** Completes "the thread that ... did not start". */
  purpose: string
  /** The module that a thread loads. It calls serveTasks(). */
  worker: URL
  workerData?: unknown
  idleMs: number
  /** A thread that exceeds this is ended; the process goes on. */
  maxHeapMegabytes?: number
  /** Receives the error of a thread that fails while it has no task. */
  onIdleError: (error: Error) => void
  /** Receives what a thread sends with sendNotice(), before the result of the task that sent it. */
  onNotice?: (notice: unknown) => void
}

type PoolOptions = {
  /** These start at once and stay; others start when these hang. None by default. */
  minThreads?: number
  /** One by default. */
  maxThreads?: number
  /** Tasks of a thread at a time; others wait. No limit by default. */
  tasksPerThread?: number
  /** If all threads have as many, and none completes one for so long, another one starts; 2 s by default. */
  patienceMs?: number
  /** A task that takes longer ends its thread. Tasks whose thread ended are then retried once, each alone in a thread. */
  limitMs?: number
}

const defaultPatienceMs = 2000

/** A thread ended before it could begin a task. `cause` is the error that ended it. */
export class ThreadStartError extends Error {}

/** Threads that start when they are needed, and again after they have ended. */
export function createThreads<Tasks extends ThreadTasks>(
  options: ThreadOptions & PoolOptions
): Threads<Tasks> {
  const { minThreads = 0, maxThreads = 1, tasksPerThread = Number.POSITIVE_INFINITY, limitMs } = options
  const patienceMs = options.patienceMs ?? defaultPatienceMs
  // The flags that npm start gives the main thread would count for threads, too, before their own limits.
  setFlagsFromString('--max-semi-space-size=0')
  setFlagsFromString('--max-old-space-size=0')
  const threads = new Set<Thread>()
  const alone = pLimit(maxThreads)
  const lone = new Set<Thread>()
  const waiting: { begin: (thread: Thread) => void; refuse: (error: Error) => void }[] = []
  let nextLook: NodeJS.Timeout | undefined
  let isStopped = false

  function start(): Thread {
    const thread = startThread(options, {
      onIdle: () => threads.size > minThreads && thread.end(),
      onEnd: () => threads.delete(thread)
    })
    threads.add(thread)
    return thread
  }

  /** Prefers the oldest thread with room, so that another one becomes idle and ends. Null if tasks have to wait. */
  function findThread(): Thread | null {
    const withRoom = [...threads].find((thread) => thread.countTasks() < tasksPerThread)
    if (withRoom !== undefined) return withRoom
    const hang = threads.size < maxThreads && [...threads].every((thread) => thread.silentMs() >= patienceMs)
    return hang ? start() : null
  }

  /** A thread costs a second and 100 MB, so tasks of a busy one wait for it, and their time counts from their turn. */
  function beginWaiting(): void {
    while (waiting.length > 0) {
      const thread = findThread()
      if (thread === null) break
      waiting.shift()?.begin(thread)
    }
    clearTimeout(nextLook)
    if (waiting.length > 0 && threads.size < maxThreads)
      nextLook = setTimeout(beginWaiting, patienceMs).unref()
  }

  function runInTurn(name: string, input: unknown): Promise<ThreadReply> {
    return new Promise((resolve, refuse) => {
      const begin = (thread: Thread) => resolve(runIn(thread, name, input).finally(beginWaiting))
      waiting.push({ begin, refuse })
      beginWaiting()
    })
  }

  async function runIn(thread: Thread, name: string, input: unknown): Promise<ThreadReply> {
    if (limitMs === undefined) return thread.run(name, input)
    const tooLong = new Error(`a task took longer than ${limitMs / 1000} s`)
    const timer = setTimeout(thread.end, limitMs, tooLong).unref()
    return thread.run(name, input).finally(() => clearTimeout(timer))
  }

  async function runAlone(name: string, input: unknown): Promise<ThreadReply> {
    const thread = startThread(options, { onIdle: () => thread.end(), onEnd: () => lone.delete(thread) })
    lone.add(thread)
    return runIn(thread, name, input).finally(() => thread.end())
  }

  async function run(name: string, input: unknown): Promise<unknown> {
    const reply = await runInTurn(name, input).catch((error: unknown) => {
      if (limitMs === undefined || isStopped || error instanceof ThreadStartError) throw error
      return alone(() => runAlone(name, input))
    })
    if (reply.isDone) return reply.value
    throw unpackError(reply.error)
  }

  for (let started = 0; started < minThreads; started += 1) start()
  return {
    // Results have the types that Tasks declares.
    run: run as Threads<Tasks>['run'],
    stop: async () => {
      isStopped = true
      for (const { refuse } of waiting.splice(0))
        refuse(new Error(`the thread that ${options.purpose} ended`))
      await Promise.all([...threads, ...lone].map((thread) => thread.end()))
    }
  }
}

type Thread = ReturnType<typeof startThread>

type ThreadMessage =
  | { kind: 'started' }
  | { kind: 'notice'; notice: unknown }
  | { kind: 'reply'; id: number; reply: ThreadReply }

function startThread(
  { purpose, worker: file, workerData, idleMs, maxHeapMegabytes, onIdleError, onNotice }: ThreadOptions,
  { onIdle, onEnd }: { onIdle: () => void; onEnd: () => void }
) {
  const heapLimit = maxHeapMegabytes !== undefined && { maxOldGenerationSizeMb: maxHeapMegabytes }
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes, ...heapLimit }
  })
  const tasks = new Map<number, PromiseWithResolvers<ThreadReply>>()
  let lastId = 0
  let hasStarted = false
  let lastSignAt = performance.now()
  let fault: Error | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function waitForTasks(): void {
    // Doesn't keep the process alive.
    worker.unref()
    idleTimer = setTimeout(onIdle, idleMs).unref()
  }

  worker.on('message', (message: ThreadMessage) => {
    lastSignAt = performance.now()
    switch (message.kind) {
      case 'started':
        hasStarted = true
        return
      case 'notice':
        return onNotice?.(message.notice)
      case 'reply':
        tasks.get(message.id)?.resolve(message.reply)
        tasks.delete(message.id)
        if (tasks.size === 0) waitForTasks()
    }
  })
  worker.on('error', (error: Error) => {
    fault = error
  })
  worker.once('exit', () => {
    clearTimeout(idleTimer)
    onEnd()
    if (fault !== null && tasks.size === 0) onIdleError(fault)
    const happened = hasStarted ? 'ended' : 'did not start'
    const message = [`the thread that ${purpose} ${happened}`, ...(fault === null ? [] : [fault.message])]
    const error = new (hasStarted ? Error : ThreadStartError)(message.join(': '), { cause: fault })
    for (const { reject } of tasks.values()) reject(error)
  })
  waitForTasks()

  return {
    /** Rejects when the thread ends first. */
    run: (name: string, input: unknown) => {
      lastId += 1
      if (tasks.size === 0) lastSignAt = performance.now()
      worker.postMessage({ id: lastId, name, input })
      clearTimeout(idleTimer)
      worker.ref()
      const task = Promise.withResolvers<ThreadReply>()
      tasks.set(lastId, task)
      return task.promise
    },
    countTasks: () => tasks.size,
    /** Time without a sign of a thread that has tasks. */
    silentMs: () => performance.now() - lastSignAt,
    end: (reason?: Error) => {
      // Gets no other task while it ends.
      onEnd()
      fault = reason ?? null
      return worker.terminate()
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

/** Runs the tasks that the owner of this thread sends. */
export function serveTasks<Tasks extends ThreadTasks>(tasks: Tasks): void {
  parentPort?.on('message', async ({ id, name, input }: { id: number; name: string; input: never }) => {
    const send = (reply: ThreadReply) => sendMessage({ kind: 'reply', id, reply })
    try {
      send({ isDone: true, value: await tasks[name]?.(input) })
    } catch (error) {
      send({ isDone: false, error: packError(error) })
    }
  })
  sendMessage({ kind: 'started' })
}

/** Sends plain data to the owner of this thread. */
export function sendNotice(notice: unknown): void {
  sendMessage({ kind: 'notice', notice })
}

function sendMessage(message: ThreadMessage): void {
  parentPort?.postMessage(message)
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
