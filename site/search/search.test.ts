import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unsupportedMessage } from '../../admin-api/contract/stock.ts'
import { clearSearchEvent, storageKeys } from '../lib/storage-keys.ts'
import { makeStock } from '../testing/make-stock.ts'
import { memoryStorage } from '../testing/memory-storage.ts'

type Reply = { status: number; body: unknown }
/** What the network answers for each symbol; a promise holds an answer back. */
let replies: Record<string, Reply | Promise<Reply>>
let address: URL

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-29T10:00:00Z') })
  replies = {}
  address = new URL('https://doubloon.example/')
  const events = new EventTarget()
  vi.stubGlobal('window', {
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    get location() {
      return { href: address.href }
    },
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, url: URL) => {
        address = url
      }
    }
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (_path: string, init: { body: string }) => {
    const { symbol } = JSON.parse(init.body)
    const reply = (await replies[symbol]) ?? { status: 404, body: { message: unsupportedMessage(symbol) } }
    return new Response(JSON.stringify(reply.body), { status: reply.status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function openPage() {
  const { $stockSearch, clearSearch, searchStock } = await import('./search.ts')
  const { $toast } = await import('../ui/toast.ts')
  const close = $stockSearch.listen(() => undefined)
  const settled = () =>
    vi.waitFor(() => expect(['loading', 'restoring']).not.toContain($stockSearch.get().status))
  return { $stockSearch, clearSearch, searchStock, $toast, close, settled }
}

const found = (symbol: string): Reply => ({ status: 200, body: makeStock({ symbol }) })
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a good search is shown and kept, and a later visit finds it again', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.searchStock('MSTY')
  expect(first.$stockSearch.get()).toEqual({ status: 'success', stock: makeStock(), how: 'aloud' })

  vi.resetModules()
  const second = await openPage()
  await second.settled()
  expect(second.$stockSearch.get()).toEqual({ status: 'success', stock: makeStock(), how: null })
})

test('leaving the page saves a copy for this tab', async () => {
  replies['MSTY'] = found('MSTY')
  const { searchStock } = await openPage()
  await searchStock('MSTY')
  window.dispatchEvent(new Event('pagehide'))
  expect(window.sessionStorage.getItem(storageKeys.stockDataSession)).toContain('"symbol":"MSTY"')
})

test('an unsupported symbol is reported under its own title, and the result stays', async () => {
  replies['MSTY'] = found('MSTY')
  const { searchStock, $toast, $stockSearch } = await openPage()
  await searchStock('MSTY')
  later(1000)
  await searchStock('SPY')
  expect($toast.get()).toMatchObject({
    kind: 'error',
    title: 'Unsupported ETF',
    message:
      'SPY is not supported yet. We support YieldMax, Roundhill, Defiance and GraniteShares YieldBOOST ETFs.'
  })
  expect($stockSearch.get()).toMatchObject({ status: 'error', previous: { symbol: 'MSTY' } })
})

test('a fund of ours without an estimate is told on the page, which keeps it, and not in a toast', async () => {
  const message = 'FEAT has paid nothing since 11 February 2026.'
  replies['FEAT'] = { status: 404, body: { message, code: 'no-estimate' } }
  const { searchStock, $toast, $stockSearch } = await openPage()
  await searchStock('SPY')
  later(1000)
  await searchStock('FEAT')
  expect($stockSearch.get()).toMatchObject({ status: 'error', symbol: 'FEAT', message, hasPage: true })
  expect($toast.get()).toBeNull()
})

test('a good search takes the toast of the one before away', async () => {
  replies['MSTY'] = found('MSTY')
  const { searchStock, $toast } = await openPage()
  await searchStock('SPY')
  expect($toast.get()).not.toBeNull()
  later(1000)
  await searchStock('MSTY')
  expect($toast.get()).toBeNull()
})

test.each([
  [503, { message: 'Come back later.' }, 'Come back later.'],
  [502, 'Bad gateway', 'Failed to fetch stock data. The server gave an answer this page cannot read.']
])('a %d is reported as an error', async (status, body, message) => {
  replies['MSTY'] = { status, body }
  const { searchStock, $toast } = await openPage()
  await searchStock('MSTY')
  expect($toast.get()).toMatchObject({ title: 'Error', message: expect.stringContaining(message) })
})

test('searches in the same second, and searches offline, are not sent', async () => {
  replies['MSTY'] = found('MSTY')
  const { searchStock, $toast, $stockSearch } = await openPage()
  await searchStock('MSTY')
  await searchStock('CONY')
  expect($toast.get()).toMatchObject({ message: 'Please wait before making another request' })
  vi.stubGlobal('navigator', { onLine: false })
  await searchStock('CONY')
  expect($toast.get()).toMatchObject({
    message: 'You appear to be offline. Please check your internet connection and try again.'
  })
  expect($stockSearch.get()).toMatchObject({ status: 'success' })
})

test.each(['', 'ABCDEF', 'A1', 'msty'])('%j is refused for its format', async (symbol) => {
  const { searchStock, $toast, $stockSearch } = await openPage()
  await searchStock(symbol)
  expect($toast.get()).toMatchObject({
    title: 'Invalid Format',
    message: 'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).'
  })
  expect($stockSearch.get()).toEqual({ status: 'idle' })
})

test('a late answer does not replace a newer one', async () => {
  let answer: (reply: Reply) => void = () => undefined
  replies['MSTY'] = new Promise((resolve) => {
    answer = resolve
  })
  replies['CONY'] = found('CONY')
  const { searchStock, $stockSearch } = await openPage()
  const slow = searchStock('MSTY')
  later(1000)
  await searchStock('CONY')
  answer(found('MSTY'))
  await slow
  expect($stockSearch.get()).toMatchObject({ status: 'success', stock: { symbol: 'CONY' } })
  expect(window.localStorage.getItem(storageKeys.stockData)).toContain('CONY')
})

test('clearing empties the search and what is stored, and says so once', async () => {
  replies['MSTY'] = found('MSTY')
  const { searchStock, clearSearch, $stockSearch } = await openPage()
  await searchStock('MSTY')
  const onCleared = vi.fn()
  window.addEventListener(clearSearchEvent, onCleared)
  clearSearch()
  expect(onCleared).toHaveBeenCalledOnce()
  expect($stockSearch.get()).toEqual({ status: 'idle' })
  expect(window.localStorage.getItem(storageKeys.stockData)).toBeNull()
  expect(window.localStorage.getItem(storageKeys.lastSearch)).toBeNull()
})

test('a clean start while a stored result is being read wins', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.searchStock('MSTY')
  vi.resetModules()
  const second = await openPage()
  expect(second.$stockSearch.get()).toEqual({ status: 'restoring' })
  second.clearSearch()
  await vi.waitFor(() => expect(window.localStorage.getItem(storageKeys.stockData)).toBeNull())
  await import('./search-calls.ts')
  expect(second.$stockSearch.get()).toEqual({ status: 'idle' })
})

test('an answer that comes after the search was cleared changes nothing', async () => {
  let answer: (reply: Reply) => void = () => undefined
  replies['MSTY'] = new Promise((resolve) => {
    answer = resolve
  })
  const { searchStock, clearSearch, $stockSearch, $toast } = await openPage()
  const slow = searchStock('MSTY')
  await vi.waitFor(() => expect($stockSearch.get().status).toBe('loading'))
  clearSearch()
  answer(found('MSTY'))
  await slow
  expect($stockSearch.get()).toEqual({ status: 'idle' })
  expect($toast.get()).toBeNull()
})

test.each(['symbol', 'q'])('?%s= in the address searches once and goes', async (name) => {
  replies['MSTY'] = found('MSTY')
  address = new URL(`https://doubloon.example/?${name}=msty&scroll=top`)
  const { $stockSearch, settled } = await openPage()
  await settled()
  await vi.waitFor(() => expect($stockSearch.get()).toMatchObject({ stock: { symbol: 'MSTY' } }))
  expect(address.href).toBe('https://doubloon.example/?scroll=top')
})

test('a result kept for more than a day is asked for again', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.searchStock('MSTY')
  first.close()
  later(25 * 3_600_000)
  replies['MSTY'] = { status: 200, body: makeStock({ dividend: 0.4 }) }
  vi.resetModules()
  const second = await openPage()
  await vi.waitFor(() => expect(second.$stockSearch.get()).toMatchObject({ stock: { dividend: 0.4 } }))
})

test('the last listener may leave together with the window', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  const { close } = await openPage()
  close()
  vi.unstubAllGlobals()
  // Nanostores waits a second for another listener before it lets go.
  expect(() => vi.advanceTimersByTime(2000)).not.toThrow()
})
