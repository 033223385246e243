import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runEvery, singleFlight, within } from './background.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('concurrent calls share one run and its result, the next call starts another', async () => {
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const flight = singleFlight(async () => {
    runs += 1
    await gate.promise
    return runs
  })
  const both = Promise.all([flight.run(), flight.run()])
  gate.resolve()
  expect(await both).toEqual([1, 1])
  expect(await flight.run()).toBe(2)
})

test('callers share a failure, and waiting for the end of a run does not fail', async () => {
  const flight = singleFlight(async () => {
    throw new Error('disk')
  })
  await flight.whenIdle()
  const failed = Promise.allSettled([flight.run(), flight.run()])
  await flight.whenIdle()
  expect(await failed).toMatchObject([{ reason: { message: 'disk' } }, { reason: { message: 'disk' } }])
})

test('a job runs after each interval, at once only if requested, and not after its stop', async () => {
  const runs: string[] = []
  const stopLate = runEvery(1000, async () => runs.push('late'))
  const stopEarly = runEvery(1000, async () => runs.push('early'), { startsNow: true })
  expect(runs).toEqual(['early'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toEqual(['early', 'late', 'early', 'late', 'early'])
  await stopLate()
  await stopEarly()
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toHaveLength(5)
})

test('an interval that passes during a run is skipped, and the stop waits for the run', async () => {
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const stop = runEvery(1000, async () => {
    order.push('begun')
    await gate.promise
    order.push('ended')
  })
  await vi.advanceTimersByTimeAsync(3000)
  const stopped = stop().then(() => order.push('stopped'))
  expect(order).toEqual(['begun'])
  gate.resolve()
  await stopped
  expect(order).toEqual(['begun', 'ended', 'stopped'])
})

test('a failed run is reported once, and the job runs again', async () => {
  const errors: unknown[] = []
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs === 1) throw new Error('away')
  }
  const stop = runEvery(1000, work, { onError: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
  expect(errors).toMatchObject([{ message: 'away' }])
  await stop()
})

test('a failure that lasts is reported again after an hour, with another message, or after a success', async () => {
  const errors: string[] = []
  let fault: string | null = 'full'
  const work = async () => {
    if (fault !== null) throw new Error(fault)
  }
  const stop = runEvery(5000, work, { onError: (error) => errors.push((error as Error).message) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(errors).toEqual(['full'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(errors).toEqual(['full', 'full'])
  fault = 'away'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(errors).toEqual(['full', 'full', 'away'])
  fault = null
  await vi.advanceTimersByTimeAsync(5000)
  fault = 'away'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(errors).toEqual(['full', 'full', 'away', 'away'])
  await stop()
})

test('the timer of a job does not keep the process alive', async () => {
  vi.useRealTimers()
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const stop = runEvery(1000, async () => undefined)
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before)
  await stop()
})

test('work that takes longer than its limit resolves with null', async () => {
  const slow = within(1000, new Promise(() => undefined))
  expect(await within(1000, Promise.resolve('done'))).toBe('done')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await slow).toBeNull()
})
