import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPausableTimer } from './pausable-timer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the end comes after the whole time, not before', () => {
  const onEnd = vi.fn()
  startPausableTimer(5000, onEnd)
  vi.advanceTimersByTime(4999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a pause does not count, however often it is asked for', () => {
  const onEnd = vi.fn()
  const timer = startPausableTimer(5000, onEnd)
  vi.advanceTimersByTime(3000)
  timer.pause()
  timer.pause()
  vi.advanceTimersByTime(60_000)
  timer.resume()
  timer.resume()
  vi.advanceTimersByTime(1999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a stopped timer never ends, not even when resumed', () => {
  const onEnd = vi.fn()
  const timer = startPausableTimer(5000, onEnd)
  timer.stop()
  timer.resume()
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
})
