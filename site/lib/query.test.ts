import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallResult } from './call-endpoint.ts'
import { createQuery, type QueryEntry, type QuerySettings, refetchAll, registerRefetch } from './query.ts'

const minuteMs = 60_000
const refusal = { ok: false, status: 503, message: 'The hold is flooded.', from: 'server' } as const
let calls: string[]
let isDown: boolean
let answer: number
let leaves: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  calls = []
  isDown = false
  answer = 1
})
afterEach(() => {
  for (const leave of leaves) leave()
  leaves = []
  vi.useRealTimers()
})

function makeQuery(settings?: QuerySettings) {
  return createQuery(async (key): Promise<CallResult<string>> => {
    calls.push(key)
    const value = `${key} ${answer}`
    await Promise.resolve()
    return isDown ? refusal : { ok: true, value }
  }, settings)
}

/** Shows an answer, as a component does, until the returned function is called. */
function show(entry: QueryEntry<string>): () => void {
  const leave = entry.$state.listen(() => undefined)
  leaves.push(leave)
  return leave
}

test('a fresh answer is not requested again, a stale one stays while a newer is loading', async () => {
  const entry = makeQuery({ freshMs: 5 * minuteMs })('MSTY')
  expect(entry.$state.get()).toEqual({ value: null, failure: null, isLoading: true })
  show(entry)
  await entry.load()
  vi.setSystemTime(5 * minuteMs - 1)
  await entry.load()
  expect(calls).toEqual(['MSTY'])
  vi.setSystemTime(5 * minuteMs)
  answer = 2
  const loading = entry.load()
  expect(entry.$state.get()).toEqual({ value: 'MSTY 1', failure: null, isLoading: true })
  await loading
  expect(entry.$state.get()).toEqual({ value: 'MSTY 2', failure: null, isLoading: false })
})

test('an answer from later than now is requested again: the clock was set back', async () => {
  vi.setSystemTime(60 * minuteMs)
  const query = makeQuery({ freshMs: 5 * minuteMs })
  await query('MSTY').load()
  vi.setSystemTime(0)
  await query('MSTY').load()
  expect(calls).toEqual(['MSTY', 'MSTY'])
})

test('the last good answer stays after a failure and during a retry', async () => {
  const onFailure = vi.fn()
  const entry = makeQuery({ onFailure })('MSTY')
  show(entry)
  await entry.load()
  isDown = true
  await entry.load()
  expect(entry.$state.get()).toEqual({ value: 'MSTY 1', failure: refusal, isLoading: false })
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(refusal, 'MSTY')
  isDown = false
  const retry = entry.refetch()
  expect(entry.$state.get().value).toBe('MSTY 1')
  await retry
  expect(entry.$state.get()).toEqual({ value: 'MSTY 1', failure: null, isLoading: false })
})

test('a failure is not cached: the next load sends a request', async () => {
  const entry = makeQuery({ freshMs: minuteMs })('MSTY')
  isDown = true
  await entry.load()
  isDown = false
  await entry.load()
  expect(entry.$state.get()).toMatchObject({ value: 'MSTY 1', failure: null })
})

test('an answer that nothing shows stays cached for a while, then is dropped', async () => {
  const query = makeQuery({ freshMs: 5 * minuteMs, cacheMs: 10 * minuteMs })
  await query('MSTY').load()
  vi.setSystemTime(10 * minuteMs - 1)
  expect(query('MSTY').$state.get().value).toBe('MSTY 1')
  vi.setSystemTime(10 * minuteMs)
  expect(query('MSTY').$state.get().value).toBeNull()
})

test('an answer on screen stays longer', async () => {
  const query = makeQuery()
  const stopShowing = show(query('MSTY'))
  await query('MSTY').load()
  vi.setSystemTime(minuteMs)
  expect(query('MSTY').$state.get().value).toBe('MSTY 1')
  stopShowing()
  expect(query('MSTY').$state.get().value).toBeNull()
})

test('simultaneous loads share one request, and each key has its own answer', async () => {
  const query = makeQuery({ freshMs: minuteMs })
  await Promise.all([query('MSTY').load(), query('CONY').load(), query('MSTY').load()])
  expect(calls).toEqual(['MSTY', 'CONY'])
  expect(query('CONY').$state.get().value).toBe('CONY 1')
})

test('a refetch ignores the answer of an earlier request', async () => {
  const entry = makeQuery()('MSTY')
  show(entry)
  const early = entry.load()
  answer = 2
  const late = entry.refetch()
  await Promise.all([early, late])
  expect(entry.$state.get().value).toBe('MSTY 2')
})

test('a failed request is retried after one second and two more, then fails', async () => {
  const onFailure = vi.fn()
  const entry = makeQuery({ retries: 2, onFailure })('all')
  isDown = true
  const loading = entry.load()
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toHaveLength(2)
  expect(entry.$state.get().failure).toBeNull()
  await vi.advanceTimersByTimeAsync(2000)
  await loading
  expect(calls).toHaveLength(3)
  expect(entry.$state.get().failure).toEqual(refusal)
  expect(onFailure).toHaveBeenCalledOnce()
})

test('refetching all requests what is on screen, drops the rest and waits for the slowest', async () => {
  const query = makeQuery({ freshMs: minuteMs })
  show(query('MSTY'))
  await Promise.all([query('MSTY').load(), query('CONY').load()])
  const slow = vi.fn()
  registerRefetch(async () => {
    await Promise.resolve()
    await Promise.resolve()
    slow()
  })
  registerRefetch(() => Promise.reject(new Error('no network')))
  calls = []
  await refetchAll()
  expect(calls).toEqual(['MSTY'])
  expect(slow).toHaveBeenCalledOnce()
  expect(query('CONY').$state.get().value).toBeNull()
})

test('a seeded value is the first answer: nothing is requested before it is stale', async () => {
  const entry = makeQuery({ freshMs: 5 * minuteMs })('MSTY')
  show(entry)
  entry.seed('on the page')
  await entry.load()
  expect(entry.$state.get()).toEqual({ value: 'on the page', failure: null, isLoading: false })
  expect(calls).toEqual([])
  vi.advanceTimersByTime(5 * minuteMs)
  await entry.load()
  expect(entry.$state.get().value).toBe('MSTY 1')
})

test('a seeded value never replaces an answer of the server', async () => {
  const entry = makeQuery({ freshMs: 5 * minuteMs })('MSTY')
  await entry.load()
  entry.seed('on the page')
  expect(entry.$state.get().value).toBe('MSTY 1')
})
