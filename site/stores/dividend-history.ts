import { atom, onMount } from 'nanostores'
import { type DividendHistory, readDividendHistory } from '../../admin-api/contract/stock.ts'
import { type CallResult, call } from '../lib/call.ts'
import { registerQuery } from './queries.ts'
import { $stockSearch } from './stock-search.store.ts'
import { shownStock } from './stock-search.ts'

export type HistoryState =
  | { status: 'loading' }
  | { status: 'ready'; history: DividendHistory }
  | { status: 'error'; message: string }

const freshMs = 5 * 60_000
const keptMs = 10 * 60_000

/** The payments of the fund on screen; asked for as soon as the symbol changes. */
export const $dividendHistory = atom<HistoryState>({ status: 'loading' })

const kept = new Map<string, { history: DividendHistory; at: number }>()
const running = new Map<string, Promise<CallResult<DividendHistory>>>()
let wanted: string | null = null

/** Fresh payments are shown as they are; older ones stay on screen while newer are fetched. */
export async function loadHistory(symbol: string): Promise<void> {
  wanted = symbol
  const known = kept.get(symbol)
  const age = known === undefined ? Number.POSITIVE_INFINITY : Date.now() - known.at
  if (known !== undefined && age < keptMs) $dividendHistory.set({ status: 'ready', history: known.history })
  else $dividendHistory.set({ status: 'loading' })
  if (age < freshMs) return

  const result = await fetchOnce(symbol)
  if (wanted !== symbol) return
  if (result.ok) $dividendHistory.set({ status: 'ready', history: result.value })
  else if ($dividendHistory.get().status !== 'ready') {
    $dividendHistory.set({ status: 'error', message: result.told === 'by-server' ? result.message : '' })
  }
}

registerQuery(async () => {
  kept.clear()
  if (wanted !== null) await loadHistory(wanted)
})

/** Two askers at the same time share one call. */
async function fetchOnce(symbol: string): Promise<CallResult<DividendHistory>> {
  const answer = running.get(symbol) ?? call(readDividendHistory, { symbol })
  running.set(symbol, answer)
  const result = await answer
  running.delete(symbol)
  if (result.ok) kept.set(symbol, { history: result.value, at: Date.now() })
  return result
}

onMount($dividendHistory, () =>
  $stockSearch.subscribe((search) => {
    const symbol = shownStock(search)?.symbol ?? null
    if (symbol === null) wanted = null
    else if (symbol !== wanted) void loadHistory(symbol)
  })
)
