import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unsupportedMessage } from '../../admin-api/contract/stock.ts'
import { storageKeys } from '../lib/storage.ts'
import { makeStock } from '../testing/make-stock.ts'
import { memoryStorage } from '../testing/memory-storage.ts'

type Reply = { status: number; body: unknown }
/** The network's answer for each symbol; a promise delays it. */
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
      return address
    },
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, url: string) => {
        address = new URL(url, address)
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
  const { $stockSearch, runSearch } = await import('./search.ts')
  const { clearSearch } = await import('./stored-result.ts')
  const { $toast } = await import('../ui/toast.ts')
  const close = $stockSearch.listen(() => undefined)
  const settled = () =>
    vi.waitFor(() => expect(['loading', 'restoring']).not.toContain($stockSearch.get().status))
  return { $stockSearch, clearSearch, runSearch, $toast, close, settled }
}

const found = (symbol: string): Reply => ({ status: 200, body: makeStock({ symbol }) })
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a result is shown and stored, and a later visit restores it', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.runSearch('MSTY')
  expect(first.$stockSearch.get()).toEqual({ status: 'success', stock: makeStock(), mode: 'announced' })

  vi.resetModules()
  const second = await openPage()
  await second.settled()
  expect(second.$stockSearch.get()).toEqual({ status: 'success', stock: makeStock(), mode: null })
})

test('leaving the page saves a copy for this tab', async () => {
  replies['MSTY'] = found('MSTY')
  const { runSearch } = await openPage()
  await runSearch('MSTY')
  window.dispatchEvent(new Event('pagehide'))
  expect(window.sessionStorage.getItem(storageKeys.stockDataSession)).toContain('"symbol":"MSTY"')
})

test('an unsupported symbol is reported under its own title, and the result stays', async () => {
  replies['MSTY'] = found('MSTY')
  const { runSearch, $toast, $stockSearch } = await openPage()
  await runSearch('MSTY')
  later(1000)
  await runSearch('SPY')
  expect($toast.get()).toMatchObject({
    kind: 'error',
    title: 'Unsupported ETF',
    message:
      'SPY is not supported yet. We support YieldMax, Roundhill, Defiance and GraniteShares YieldBOOST ETFs, and those of JPMorgan, NEOS, Global X, Goldman Sachs and others listed under Funds.'
  })
  expect($stockSearch.get()).toMatchObject({ status: 'error', previous: { symbol: 'MSTY' } })
})

test('the reason why a supported fund has no estimate stays on the page instead of a toast', async () => {
  const message = 'FEAT has paid nothing since February 11, 2026.'
  replies['FEAT'] = { status: 404, body: { message, code: 'no-estimate' } }
  const { runSearch, $toast, $stockSearch } = await openPage()
  await runSearch('SPY')
  later(1000)
  await runSearch('FEAT')
  expect($stockSearch.get()).toMatchObject({ status: 'error', symbol: 'FEAT', message, hasPage: true })
  expect($toast.get()).toBeNull()
})

test('a successful search closes the toast of a failed one', async () => {
  replies['MSTY'] = found('MSTY')
  const { runSearch, $toast } = await openPage()
  await runSearch('SPY')
  expect($toast.get()).not.toBeNull()
  later(1000)
  await runSearch('MSTY')
  expect($toast.get()).toBeNull()
})

test.each([
  [503, { message: 'Come back later.' }, 'Come back later.'],
  [502, 'Bad gateway', 'Failed to fetch stock data']
])('a %d is reported as an error', async (status, body, message) => {
  replies['MSTY'] = { status, body }
  const { runSearch, $toast } = await openPage()
  await runSearch('MSTY')
  expect($toast.get()).toMatchObject({ title: 'Error', message })
})

test('a second search within a second and a search while offline are not sent', async () => {
  replies['MSTY'] = found('MSTY')
  const { runSearch, $toast, $stockSearch } = await openPage()
  await runSearch('MSTY')
  await runSearch('CONY')
  expect($toast.get()).toMatchObject({ message: 'Please wait before making another request' })
  vi.stubGlobal('navigator', { onLine: false })
  await runSearch('CONY')
  expect($toast.get()).toMatchObject({
    message: 'You appear to be offline. Please check your internet connection and try again.'
  })
  expect($stockSearch.get()).toMatchObject({ status: 'success' })
})

test.each(['', 'ABCDEF', 'A1', 'msty'])('%j is rejected for its format', async (symbol) => {
  const { runSearch, $toast, $stockSearch } = await openPage()
  await runSearch(symbol)
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
  const { runSearch, $stockSearch } = await openPage()
  const slow = runSearch('MSTY')
  later(1000)
  await runSearch('CONY')
  answer(found('MSTY'))
  await slow
  expect($stockSearch.get()).toMatchObject({ status: 'success', stock: { symbol: 'CONY' } })
  expect(window.localStorage.getItem(storageKeys.stockData)).toContain('CONY')
})

test('clearing empties the search and its storage, and dispatches one event', async () => {
  replies['MSTY'] = found('MSTY')
  const { runSearch, clearSearch, $stockSearch } = await openPage()
  await runSearch('MSTY')
  const onCleared = vi.fn()
  window.addEventListener('doubloon:clear-search', onCleared)
  clearSearch()
  expect(onCleared).toHaveBeenCalledOnce()
  expect($stockSearch.get()).toEqual({ status: 'idle' })
  expect(window.localStorage.getItem(storageKeys.stockData)).toBeNull()
  expect(window.localStorage.getItem(storageKeys.lastSearch)).toBeNull()
})

test('clearing wins over a stored result that is being read', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.runSearch('MSTY')
  vi.resetModules()
  const second = await openPage()
  expect(second.$stockSearch.get()).toEqual({ status: 'restoring' })
  second.clearSearch()
  await vi.waitFor(() => expect(window.localStorage.getItem(storageKeys.stockData)).toBeNull())
  await import('./restore-result.ts')
  expect(second.$stockSearch.get()).toEqual({ status: 'idle' })
})

test('an answer after the search was cleared changes nothing', async () => {
  let answer: (reply: Reply) => void = () => undefined
  replies['MSTY'] = new Promise((resolve) => {
    answer = resolve
  })
  const { runSearch, clearSearch, $stockSearch, $toast } = await openPage()
  const slow = runSearch('MSTY')
  await vi.waitFor(() => expect($stockSearch.get().status).toBe('loading'))
  clearSearch()
  answer(found('MSTY'))
  await slow
  expect($stockSearch.get()).toEqual({ status: 'idle' })
  expect($toast.get()).toBeNull()
})

test.each(['symbol', 'q'])('?%s= in the URL is searched once and removed', async (name) => {
  replies['MSTY'] = found('MSTY')
  address = new URL(`https://doubloon.example/?${name}=msty&scroll=top`)
  const { $stockSearch, settled } = await openPage()
  await settled()
  await vi.waitFor(() => expect($stockSearch.get()).toMatchObject({ stock: { symbol: 'MSTY' } }))
  expect(address.href).toBe('https://doubloon.example/?scroll=top')
})

test('a result stored more than a day ago is fetched again', async () => {
  replies['MSTY'] = found('MSTY')
  const first = await openPage()
  await first.runSearch('MSTY')
  first.close()
  later(25 * 3_600_000)
  replies['MSTY'] = { status: 200, body: makeStock({ dividend: 0.4 }) }
  vi.resetModules()
  const second = await openPage()
  await vi.waitFor(() => expect(second.$stockSearch.get()).toMatchObject({ stock: { dividend: 0.4 } }))
})

test('the last listener may be removed together with the window', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  const { close } = await openPage()
  close()
  vi.unstubAllGlobals()
  // Nanostores unmounts a store one second after its last listener has left.
  expect(() => vi.advanceTimersByTime(2000)).not.toThrow()
})
