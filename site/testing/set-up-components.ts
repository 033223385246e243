import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Long, because it only matters to a test that fails, and machines may be slow.
configure({ asyncUtilTimeout: 60_000 })

// Files share the document and the packages, but each gets its own copy of our modules.
vi.resetModules()

// A retry that one file leaves behind would reach the fake server of the next.
const startTimer = globalThis.setTimeout
const timers = new Set<ReturnType<typeof setTimeout>>()
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...args)
  timers.add(timer)
  return timer
}, startTimer)
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
  globalThis.setTimeout = startTimer
})

// Every test leaves the document as it found it.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
