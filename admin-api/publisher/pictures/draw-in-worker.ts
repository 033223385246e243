import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

/** What the thread answers for one drawing. */
export type Drawn = { png: Uint8Array } | { error: unknown }

export type Drawer = {
  /** @returns the PNG of the drawing. Rejects when it is no SVG, or the thread ended over it. */
  draw: (svg: string) => Promise<Uint8Array>
  stop: () => Promise<void>
}

/** One change of figures brings many pictures, and starting a thread takes a quarter of a second. */
const idleMs = 60_000
/** A drawing takes a tenth of a second; a thread that hangs is given up. */
const longestMs = 30_000
const mostHeapMegabytes = 128

/** Draws one picture after the other in a thread that is started when it is needed, and anew when it has died. */
export function createDrawer(): Drawer {
  const oneAtATime = pLimit(1)
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(new URL('./draw-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes }
    })
    // Without a listener the error of an idle thread would end the process.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    started.unref()
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(timer)
    await worker?.terminate()
    worker = null
  }

  return {
    draw: (svg) =>
      oneAtATime(async () => {
        clearTimeout(timer)
        worker ??= startWorker()
        try {
          return await drawIn(worker, svg)
        } finally {
          timer = setTimeout(stop, idleMs).unref()
        }
      }),
    stop
  }
}

async function drawIn(worker: Worker, svg: string): Promise<Uint8Array> {
  const answered = new AbortController()
  const { signal } = answered
  const tooLong = setTimeout(() => worker.terminate(), longestMs)
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread that draws pictures ended before it was done')
  })
  ended.catch(() => undefined)
  try {
    worker.postMessage(svg)
    const [drawn] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [Drawn]
    if ('error' in drawn) throw drawn.error
    return drawn.png
  } finally {
    clearTimeout(tooLong)
    answered.abort()
  }
}
