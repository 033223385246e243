import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery, repeatWhileShown } from '../lib/query.ts'

export const refreshEveryMs = 30_000
/** A response arrives after its request, so at the next tick it is slightly younger than the interval. */
const freshMs = refreshEveryMs - 5000
const maxShown = 3

/** The most searched tickers. Pages don't contain them: they would be days old there and differ between instances. */
export const topTickers = createQuery(
  async (_key, signal) => {
    const result = await call('GET /api/search-metrics/top-tickers', {}, { signal })
    return result.ok ? { ...result, value: result.value.tickers.slice(0, maxShown) } : result
  },
  {
    freshMs,
    onFailure: ({ status, message }) =>
      logFailure('Top tickers', status === 0 ? message : `HTTP error! status: ${status}`)
  }
)

/**
 * Keeps the lists of popular searches of a page up to date while they are shown: requests them at once, because the page
 * may be days old, and then every 30 seconds. Each list has a hidden first item that the others are copied from, and is
 * not part of a component. The page's own tickers fill the places that no search has taken yet.
 */
export function startTopTickers(): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-top-tickers]')]
  const fillers = lists.map(createFiller)
  const entry = topTickers('all')
  const load = () => {
    if (lists.some((list) => list.isConnected && list.checkVisibility())) void entry.load()
  }
  entry.$state.listen(({ value }) => {
    for (const fill of fillers) if (value !== null && value.length > 0) fill(value)
  })
  load()
  repeatWhileShown(load, refreshEveryMs)
}

function createFiller(list: HTMLElement): (popular: readonly string[]) => void {
  const [template, ...suggestions] = list.children
  const suggested = suggestions.map(({ textContent }) => textContent.trim())
  const heading = list.parentElement?.querySelector<HTMLElement>('[data-top-tickers-title]')
  const suggestedTitle = heading?.textContent ?? ''
  return (popular) => {
    if (template === undefined) return
    const tickers = [...new Set([...popular, ...suggested])].slice(0, suggested.length || popular.length)
    list.replaceChildren(template, ...tickers.map((ticker) => copyOf(template, ticker)))
    const isAllPopular = tickers.length <= popular.length
    if (heading) heading.textContent = (isAllPopular && heading.dataset['topTickersTitle']) || suggestedTitle
  }
}

function copyOf(template: Element, ticker: string): Element {
  const item = template.cloneNode(true) as HTMLElement
  item.hidden = false
  const control = item.querySelector('a') ?? item
  control.textContent = ticker
  if (control instanceof HTMLAnchorElement) {
    control.href = pathOfFund(ticker)
    if (control.pathname === location.pathname) control.setAttribute('aria-current', 'page')
  }
  return item
}
