import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeEntry } from './testing.ts'

const signal = new AbortController().signal
let loadRankings: typeof import('./load-rankings.ts').loadRankings
let answers: (() => Response)[]
let asked: number

const good = () => Response.json([makeEntry()])
const bad = () => Response.json({ message: 'Something went wrong on our side.' }, { status: 500 })

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 })
  vi.resetModules() // What is kept from one test must not serve the next.
  loadRankings = (await import('./load-rankings.ts')).loadRankings
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return (answers.shift() ?? bad)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an answer is kept for five minutes', async () => {
  answers = [good, good]
  expect(await loadRankings(signal)).toEqual([makeEntry()])
  vi.advanceTimersByTime(5 * 60_000 - 1)
  await loadRankings(signal)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  await loadRankings(signal)
  expect(asked).toBe(2)
})

test('two failures are tried again', async () => {
  answers = [bad, bad, good]
  const loading = loadRankings(signal)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await loading).toEqual([makeEntry()])
  expect(asked).toBe(3)
})

test('the third failure is told', async () => {
  answers = []
  const told = expect(loadRankings(signal)).rejects.toThrow('Failed to fetch ROI rankings: Something went')
  await vi.advanceTimersByTimeAsync(3000)
  await told
  expect(asked).toBe(3)
})

test('a visitor who left is not waited for', async () => {
  answers = []
  await expect(loadRankings(AbortSignal.abort())).rejects.toThrow('Failed to fetch')
  expect(asked).toBe(1)
})
