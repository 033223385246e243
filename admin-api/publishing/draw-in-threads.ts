import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { Piscina } from 'piscina'
import type { DrawAnswer, DrawPlaces, DrawTask, PublishTask } from '../draw-thread.ts'
import type { PageOutcome } from './publish-page.ts'

export type DrawThreads = {
  /** Brings the file of a page to what the database says. Rejects where that is not possible now. */
  publish: (task: PublishTask) => Promise<PageOutcome>
  /** Draws what is written nowhere. */
  draw: (task: DrawTask) => Promise<string>
  /** How many pages the threads have work with while so many wait. */
  pagesAtOnce: (waiting: number) => number
  stop: () => Promise<void>
}

/** While one page is compressed and flushed, its thread draws another. */
const pagesPerThread = 2
/** Two at least: where one hangs, another goes on. */
const mostThreads = Math.min(Math.max(availableParallelism(), 2), 4)
/** A second thread takes a second to start: longer than the first one needs for so many pages. */
const longQueue = 40
/** The first thread stays, because a post must be live in 300 ms. */
const idleMs = 60_000
/** A page takes a hundredth of a second, a picture a tenth. */
const limitMs = 60_000
const mostHeapMegabytes = 512

/** Starts a thread at once, so that it has loaded what draws when the first page is asked for. */
export function createDrawThreads(places: DrawPlaces, log: Logger): DrawThreads {
  let isStopped = false
  const pool = new Piscina({
    filename: new URL('../draw-thread.ts', import.meta.url).href,
    name: 'publish',
    workerData: places,
    minThreads: 1,
    maxThreads: mostThreads,
    concurrentTasksPerWorker: pagesPerThread,
    idleTimeout: idleMs,
    // Between two tasks a thread still hears of its connections.
    atomics: 'disabled',
    // Who answers visitors has the processor first; on Linux, where @napi-rs/nice could be installed.
    niceIncrement: 15,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes }
  })
  pool.on('error', (error) => log.error({ err: error }, 'a thread that draws pages ended'))

  async function run<Value>(name: 'publish' | 'draw', task: PublishTask | DrawTask): Promise<Value> {
    const answer: DrawAnswer<Value> = await runAlongside(name, task).catch((error: unknown) => {
      if (isStopped) throw error
      // The thread ended, perhaps over what it drew beside.
      return runAlone(name, task)
    })
    if (answer.isDone) return answer.value
    const { message, stack, code } = answer
    throw Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) })
  }

  async function runAlongside(name: string, task: PublishTask | DrawTask) {
    const timer = setTimeout(endThreads, limitMs).unref()
    return pool.run(task, { name }).finally(() => clearTimeout(timer))
  }

  /** What can be aborted has a thread for itself, which ends when it is. */
  async function runAlone(name: string, task: PublishTask | DrawTask) {
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), limitMs).unref()
    return pool.run(task, { name, signal: tooLong.signal }).finally(() => clearTimeout(timer))
  }

  /** Nobody knows which of them hangs; what the others do is done once more. */
  function endThreads(): void {
    for (const thread of pool.threads) void thread.terminate()
  }

  return {
    publish: (task) => run('publish', task),
    draw: (task) => run('draw', task),
    pagesAtOnce: (waiting) => (waiting < longQueue ? 1 : mostThreads) * pagesPerThread,
    stop: async () => {
      isStopped = true
      await pool.destroy()
    }
  }
}
