import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeHistory } from '../lib/testing.ts'

const minuteMs = 60_000
let calls: string[]
let amount: number
let isDown: boolean

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  calls = []
  amount = 0.3
  isDown = false
  vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
    calls.push(JSON.parse(init.body).symbol)
    if (isDown) return Response.json({ message: 'The hold is flooded.' }, { status: 503 })
    return Response.json(makeHistory([amount]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function openStore() {
  const store = await import('./dividend-history.ts')
  store.$dividendHistory.listen(() => undefined)
  return store
}
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * minuteMs)

test('a history is fresh for five minutes', async () => {
  const { $dividendHistory, loadHistory } = await openStore()
  await loadHistory('MSTY')
  later(4.9)
  await loadHistory('MSTY')
  expect(calls).toEqual(['MSTY'])
  expect($dividendHistory.get()).toEqual({ status: 'ready', history: makeHistory([0.3]) })
})

test('after five minutes it stays on screen while a newer one is fetched, also when that fails', async () => {
  const { $dividendHistory, loadHistory } = await openStore()
  await loadHistory('MSTY')
  later(5)
  amount = 0.4
  const loading = loadHistory('MSTY')
  expect($dividendHistory.get()).toEqual({ status: 'ready', history: makeHistory([0.3]) })
  await loading
  expect($dividendHistory.get()).toEqual({ status: 'ready', history: makeHistory([0.4]) })
  later(6)
  isDown = true
  await loadHistory('MSTY')
  expect($dividendHistory.get()).toEqual({ status: 'ready', history: makeHistory([0.4]) })
})

test('after ten minutes it is gone', async () => {
  const { $dividendHistory, loadHistory } = await openStore()
  await loadHistory('MSTY')
  later(10)
  isDown = true
  const loading = loadHistory('MSTY')
  expect($dividendHistory.get()).toEqual({ status: 'loading' })
  await loading
  expect($dividendHistory.get()).toEqual({ status: 'error', message: 'The hold is flooded.' })
})

test('a failure is not kept: trying again asks again', async () => {
  const { $dividendHistory, loadHistory } = await openStore()
  isDown = true
  await loadHistory('MSTY')
  isDown = false
  await loadHistory('MSTY')
  expect($dividendHistory.get()).toMatchObject({ status: 'ready' })
})

test('two askers share one call, and an answer for another fund is not shown', async () => {
  const { $dividendHistory, loadHistory } = await openStore()
  const both = Promise.all([loadHistory('MSTY'), loadHistory('CONY'), loadHistory('MSTY')])
  expect(calls).toEqual(['MSTY', 'CONY'])
  await both
  expect($dividendHistory.get()).toMatchObject({ status: 'ready' })
})
