import { atom, onMount } from 'nanostores'
import { readTopTickers } from '../../admin-api/contract/search-metrics.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { registerQuery } from './queries.ts'

const refreshEveryMs = 30_000
const shown = 3

/** The most searched symbols, fresh every 30 s while the page is looked at; null until the first answer. */
export const $topTickers = atom<string[] | null>(null)

async function refresh(): Promise<void> {
  if (document.hidden || !navigator.onLine) return
  const result = await call(readTopTickers, {})
  if (result.ok) $topTickers.set(result.value.tickers.slice(0, shown))
  else
    logFailure('Top tickers', result.status === 0 ? result.message : `HTTP error! status: ${result.status}`)
}

registerQuery(refresh)

onMount($topTickers, () => {
  if (typeof window === 'undefined') return
  const timer = setInterval(refresh, refreshEveryMs)
  void refresh()
  return () => clearInterval(timer)
})
