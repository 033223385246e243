import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findStorageFault } from './files/storage-fault.ts'
import { ApiError } from './http/errors.ts'
import { createThreads, type Threads } from './worker-threads.ts'

const urlOf = (path: string) => new URL(path, import.meta.url).href
const worker = `import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { threadId, workerData } from 'node:worker_threads'
import { ApiError } from '${urlOf('./http/errors.ts')}'
import { getPriority } from 'node:os'
import { lowerPriority, serveTasks } from '${urlOf('./worker-threads.ts')}'
lowerPriority()
serveTasks({
  priority: async () => String(getPriority()),
  greet: async (name) => workerData + ', ' + name,
  fail: async () => {
    throw Object.assign(new TypeError('no room'), { code: 'ENOSPC', cause: new Error('disk') })
  },
  refuse: async () => {
    throw new ApiError('too-many-requests', 'Later.', 5, { amount: 1 })
  },
  die: async () => process.exit(1),
  hang: async () => { for (;;); },
  identify: async () => String(threadId),
  fill: async () => {
    const kept = []
    for (let i = 0; i < 300_000; i += 1) kept[i % 20_000] = [i, [i]]
    return String(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
  },
  limit: async () => String(getHeapStatistics().heap_size_limit),
  failLater: async () => {
    setTimeout(() => { throw new Error('too late') })
    return ''
  }
})`
type Tasks = Record<
  'greet' | 'fail' | 'refuse' | 'die' | 'priority' | 'failLater' | 'identify' | 'fill' | 'limit' | 'hang',
  (name: string) => Promise<string>
>

/** No test waits for it. */
const idleMs = 600_000

let folder: string
let thread: Threads<Tasks>
const idleErrors: Error[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-threads-'))
  await writeFile(join(folder, 'worker.mjs'), worker)
  thread = open('worker.mjs')
})
afterAll(async () => {
  await thread.stop()
  await rm(folder, { recursive: true })
})

function open(file: string, limits: { maxHeapMegabytes?: number } = {}): Threads<Tasks> {
  const onIdleError = (error: Error) => idleErrors.push(error)
  const worker = pathToFileURL(join(folder, file))
  return createThreads({ purpose: 'greets', worker, workerData: 'Ahoy', idleMs, onIdleError, ...limits })
}

test('a task returns its result, with the data that its thread was started with', async () => {
  expect(await thread.run('greet', 'Anne')).toBe('Ahoy, Anne')
})

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, not that of the process',
  async () => {
    const before = getPriority()
    expect(await thread.run('priority', '')).toBe('15')
    expect(getPriority()).toBe(before)
  }
)

test('an error keeps its name, message, stack, code and cause', async () => {
  const error: unknown = await thread.run('fail', '').catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'TypeError', message: 'no room', cause: { message: 'disk' } })
  expect(error).toMatchObject({ stack: expect.stringContaining('worker.mjs') })
  expect(findStorageFault(error)).toBe('full')
})

test('a refusal stays an ApiError with all its fields', async () => {
  const error: unknown = await thread.run('refuse', '').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'too-many-requests',
    message: 'Later.',
    retryAfterSeconds: 5,
    current: { amount: 1 }
  })
})

test('a thread that dies fails its task, and the next task has another thread', async () => {
  await expect(thread.run('die', '')).rejects.toThrow()
  expect(await thread.run('greet', 'Mary')).toBe('Ahoy, Mary')
})

test('a thread that fails while it has no task is reported, and the next task has another one', async () => {
  await thread.run('failLater', '')
  await expect.poll(() => idleErrors).toMatchObject([{ message: 'too late' }])
  expect(await thread.run('greet', 'Jack')).toBe('Ahoy, Jack')
})

test('a worker that does not exist is reported, and its task fails instead of waiting forever', async () => {
  const lost = open('none.mjs')
  await expect(lost.run('greet', 'Anne')).rejects.toMatchObject({
    message: expect.stringMatching(/^the thread that greets did not start: Cannot find module .*none\.mjs/)
  })
  await lost.stop()
})

test('a pool whose threads end while they start fails all tasks with the cause, and works once they start', async () => {
  const file = join(folder, 'late.mjs')
  await writeFile(file, "throw new Error('not permitted')")
  const pool = createThreads<Tasks>({
    purpose: 'greets',
    worker: pathToFileURL(file),
    workerData: 'Ahoy',
    idleMs,
    minThreads: 1,
    maxThreads: 2,
    tasksPerThread: 2,
    limitMs: 60_000,
    onIdleError: () => undefined
  })
  const tasks = ['Anne', 'Mary', 'Jack', 'Calico', 'Bess'].map((name) => pool.run('greet', name))
  for (const { status, ...rest } of await Promise.allSettled(tasks))
    expect({ status, ...rest }).toMatchObject({
      status: 'rejected',
      reason: { message: 'the thread that greets did not start: not permitted' }
    })
  await writeFile(file, worker)
  expect(await pool.run('greet', 'Anne')).toBe('Ahoy, Anne')
  await pool.stop()
})

function openPool(patienceMs: number): Threads<Tasks> {
  return createThreads<Tasks>({
    purpose: 'greets',
    worker: pathToFileURL(join(folder, 'worker.mjs')),
    workerData: 'Ahoy',
    idleMs,
    minThreads: 1,
    maxThreads: 2,
    tasksPerThread: 2,
    patienceMs,
    onIdleError: () => undefined
  })
}

test('more tasks than a thread may have wait for it, instead of each in a thread of its own', async () => {
  const pool = openPool(idleMs)
  const ids = await Promise.all(Array.from({ length: 20 }, () => pool.run('identify', '')))
  expect(new Set(ids).size).toBe(1)
  await pool.stop()
})

test('while a thread hangs, another one has the tasks that wait, and those in progress end with the pool', async () => {
  const pool = openPool(1)
  const hanging = Promise.allSettled([pool.run('hang', ''), pool.run('greet', 'Anne')])
  expect(await pool.run('greet', 'Mary')).toBe('Ahoy, Mary')
  await pool.stop()
  expect(await hanging).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

test('tasks that wait when a pool stops are refused', async () => {
  const pool = openPool(idleMs)
  const tasks = Promise.allSettled(['hang', 'greet', 'greet'].map((name) => pool.run(name as 'greet', '')))
  await pool.stop()
  for (const { status } of await tasks) expect(status).toBe('rejected')
})

test("the main thread's limits don't hold threads, which have their own", async () => {
  setFlagsFromString('--max-semi-space-size=1')
  setFlagsFromString('--max-old-space-size=1024')
  const own = open('worker.mjs', { maxHeapMegabytes: 300 })
  expect(Number(await own.run('limit', ''))).toBeLessThan(500_000_000)
  // Two halves of 1 MB by the flag.
  expect(Number(await own.run('fill', ''))).toBeGreaterThan(3_000_000)
  await own.stop()
})
