import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallResult } from './call-endpoint.ts'
import { createQuery, type Query } from './query.ts'
import { useLastValue, useQuery } from './use-query.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let calls: string[]
let query: Query<string>

function List({ of, everyMs }: { of: string | null; everyMs: number | null }) {
  const { value, isLoading } = useQuery(query, of, everyMs === null ? {} : { everyMs })
  const last = useLastValue(value)
  return `now ${value}, last ${last}${isLoading ? ', loading' : ''}`
}

async function show(of: string | null, everyMs: number | null = null): Promise<void> {
  await act(async () => root.render(<List of={of} everyMs={everyMs} />))
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const text = () => document.body.textContent

async function setHidden(isHidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  query = createQuery(async (key): Promise<CallResult<string>> => {
    calls.push(key)
    await new Promise((resolve) => setTimeout(resolve, 10))
    return { ok: true, value: key }
  })
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the last value stays until the answer for another key arrives', async () => {
  await show('page 1')
  expect(text()).toBe('now null, last null, loading')
  await wait(10)
  expect(text()).toBe('now page 1, last page 1')
  await show('page 2')
  expect(text()).toBe('now null, last page 1, loading')
  await wait(10)
  expect(text()).toBe('now page 2, last page 2')
})

test('without a key no request is sent', async () => {
  await show(null, 1000)
  await wait(5000)
  expect(calls).toEqual([])
  expect(text()).toBe('now null, last null')
})

test('requests repeat at the interval until the component unmounts', async () => {
  await show('logs', 1000)
  await wait(2500)
  expect(calls).toHaveLength(3)
  await act(async () => root.render(null))
  await wait(5000)
  expect(calls).toHaveLength(3)
})

test('a hidden tab sends no request and catches up when it is shown again', async () => {
  await show('logs', 1000)
  await wait(500)
  await setHidden(true)
  await wait(60_000)
  expect(calls).toHaveLength(1)
  await setHidden(false)
  expect(calls).toHaveLength(2)
  await wait(1000)
  expect(calls).toHaveLength(3)
})

test('without an interval, a stale answer is loaded again when the tab is shown', async () => {
  query = createQuery(
    async (key): Promise<CallResult<string>> => {
      calls.push(key)
      return { ok: true, value: key }
    },
    { freshMs: 60_000 }
  )
  await show('MSTY')
  await setHidden(true)
  await wait(30_000)
  await setHidden(false)
  expect(calls).toHaveLength(1)
  await setHidden(true)
  await wait(30_000)
  await setHidden(false)
  expect(calls).toHaveLength(2)
})

test('no request is sent offline, and one is sent as soon as the connection is back', async () => {
  await show('logs', 1000)
  await wait(500)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await wait(10_000)
  expect(calls).toHaveLength(1)
  onLine.mockReturnValue(true)
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(calls).toHaveLength(2)
})
