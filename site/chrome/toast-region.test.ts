import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPausableTimer, swipeOf } from './toast-region.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the timer ends after the full time, not before', () => {
  const onEnd = vi.fn()
  startPausableTimer(5000, onEnd)
  vi.advanceTimersByTime(4999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a pause does not count, however often it is requested', () => {
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

test('a swipe of more than 50 px to the right closes the toast, one of 50 px does not', () => {
  expect(swipeOf(200, 250)).toEqual({ swipedPx: 50, closes: false })
  expect(swipeOf(200, 251)).toEqual({ swipedPx: 51, closes: true })
})

test('a swipe to the left neither moves nor closes the toast', () => {
  expect(swipeOf(200, 20)).toEqual({ swipedPx: 0, closes: false })
})
