import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useMemo, useState } from 'react'
import type { FleetFund } from '../../../admin-api/contract/fleet-funds.ts'
import { call } from '../../lib/call.ts'
import type { CallResult } from '../../lib/call-endpoint.ts'
import { createQuery, loadValue, type Query, repeatWhileShown } from '../../lib/query.ts'
import { useQuery } from '../../lib/use-query.ts'
import { isTrade, type Transaction } from '../ledger/transaction.ts'
import { type HeldFund, toFirstFund, toHeldFund } from './held-fund.ts'

/** Data of a published file by its key. */
function fileQuery<File, Value>(
  load: (key: string, signal: AbortSignal) => Promise<CallResult<File>>,
  toValue: (file: File) => Value
): Query<Value> {
  const read = async (key: string, signal: AbortSignal): Promise<CallResult<Value>> => {
    const answer = await load(key, signal)
    return answer.ok ? { ok: true, value: toValue(answer.value) } : answer
  }
  return createQuery(read, { freshMs: 10 * 60_000, retries: 1 })
}

/** A fund by its symbol in capitals. */
export const heldFundQuery = fileQuery(
  (symbol, signal) => call('GET /data/:ticker.json', { ticker: symbol.toLowerCase() }, { signal }),
  toHeldFund
)

/** Closes of an underlying by the name of its data file. */
export const underlyingQuery = fileQuery(
  (name, signal) => call('GET /data/underlyings/:name.json', { name }, { signal }),
  ({ closes }) => closes
)

/** All funds that the site covers, as the first view of a portfolio needs them. */
type Fleet = {
  /** Current symbol by every symbol, former ones included. */
  symbols: ReadonlyMap<string, string>
  /** By current symbol. */
  rows: ReadonlyMap<string, FleetFund>
}

export const fleetQuery = fileQuery(
  (_key, signal) => call('GET /data/fleet-funds.json', {}, { signal }),
  ({ funds }): Fleet => ({
    symbols: new Map(
      funds.flatMap(({ symbol, former_symbols }) =>
        [symbol, ...former_symbols].map((name) => [name, symbol] as const)
      )
    ),
    rows: new Map(funds.map((fund) => [fund.symbol, fund]))
  })
)

/** Current symbol by every symbol, former ones included; null if the list can't be loaded. */
export async function loadCoveredSymbols(): Promise<ReadonlyMap<string, string> | null> {
  return (await loadValue(fleetQuery('all')))?.symbols ?? null
}

/** Current symbol by CUSIP and ISIN. */
const identifiersQuery = fileQuery(
  (_key, signal) => call('GET /data/identifiers.json', {}, { signal }),
  ({ symbols }): ReadonlyMap<string, string> => new Map(Object.entries(symbols))
)

/** Current symbol by every name that a file has for a fund; null if it can't be loaded. */
export async function loadSymbols(hasIdentifiers: boolean): Promise<ReadonlyMap<string, string> | null> {
  const lists = await Promise.all([
    loadCoveredSymbols(),
    ...(hasIdentifiers ? [loadValue(identifiersQuery('all'))] : [])
  ])
  return lists.includes(null) ? null : new Map(lists.flatMap((list) => [...(list ?? [])]))
}

/** States of the answers for several keys, in their order; loaded at once, and when a hidden page is shown again. */
export function useQueries<Value>(query: Query<Value>, keys: readonly string[]) {
  const joined = keys.join(' ')
  const { $states, load } = useMemo(() => {
    const entries = joined === '' ? [] : joined.split(' ').map((key) => query(key))
    return {
      $states: computed(
        entries.map(({ $state }) => $state),
        (...states) => states
      ),
      load: () => {
        for (const entry of entries) void entry.load()
      }
    }
  }, [query, joined])
  useEffect(() => {
    load()
    return repeatWhileShown(load, undefined)
  }, [load])
  return { states: useStore($states), load }
}

/** Funds of a portfolio, as far as they are loaded. */
export type ReadFunds = {
  /** By the symbol that was entered. */
  funds: Map<string, HeldFund>
  /** Symbols that the site doesn't cover. */
  own: string[]
  /** Symbols of funds whose files couldn't be loaded. */
  failed: string[]
  isLoading: boolean
  retry: () => void
}

/**
 * Loads the files of those funds that the site covers, again when the page becomes visible. Others aren't requested,
 * so that the server never learns of them.
 * @param isDue false delays the files; what is needed at once is in `alsoNow`
 */
export function useHeldFunds(
  symbols: readonly string[],
  isDue = true,
  alsoNow: ReadonlySet<string> = none
): ReadFunds {
  const list = useQuery(fleetQuery, symbols.length === 0 ? null : 'all')
  const isListFailed = list.failure !== null && list.value === null
  const covered = useMemo(
    () => symbols.filter((symbol) => list.value?.symbols.has(symbol) && (isDue || alsoNow.has(symbol))),
    [symbols, list.value, isDue, alsoNow]
  )
  const { states, load } = useQueries(heldFundQuery, covered)

  return useMemo(() => {
    const read = covered.map((symbol, index) => ({ symbol, state: states[index] }))
    return {
      funds: new Map(read.flatMap(({ symbol, state }) => (state?.value ? [[symbol, state.value]] : []))),
      own: list.value === null ? [] : symbols.filter((symbol) => !list.value?.symbols.has(symbol)),
      failed: isListFailed
        ? [...symbols]
        : read.flatMap(({ symbol, state }) => (state?.failure && !state.value ? [symbol] : [])),
      isLoading: list.isLoading || read.some(({ state }) => state?.isLoading && !state.value),
      retry: () => {
        if (isListFailed) void fleetQuery('all').load()
        load()
      }
    }
  }, [covered, states, load, symbols, isListFailed, list.value, list.isLoading])
}

const none: ReadonlySet<string> = new Set()

/** Funds of a portfolio on screen. */
export type ShownFunds = ReadFunds & {
  /** Whether nothing more is to come: until then, funds are those of the first view. */
  isWhole: boolean
}

/**
 * Funds from the file of all funds first, and from their own files once that is on screen. Funds with a transaction
 * without a price wait for their own file, which has the closes of its days.
 */
export function useShownFunds(transactions: readonly Transaction[]): ShownFunds {
  const symbols = useMemo(() => [...new Set(transactions.map(({ symbol }) => symbol))].sort(), [transactions])
  const unpriced = useMemo(
    () => new Set(transactions.flatMap((one) => (isTrade(one) && one.price === null ? one.symbol : []))),
    [transactions]
  )
  const [isDue, setDue] = useState(false)
  const read = useHeldFunds(symbols, isDue, unpriced)
  const { value: fleet, failure } = useQuery(fleetQuery, symbols.length === 0 ? null : 'all')
  const isAnswered = fleet !== null || failure !== null
  useEffect(() => (isAnswered ? afterFrame(() => setDue(true)) : undefined), [isAnswered])
  const first = useMemo(() => {
    const rows = symbols.map((symbol) => [symbol, fleet?.rows.get(fleet.symbols.get(symbol) ?? '')] as const)
    return rows.flatMap(([symbol, row]) =>
      row === undefined || unpriced.has(symbol) ? [] : [[symbol, toFirstFund(row)] as const]
    )
  }, [symbols, fleet, unpriced])
  return useMemo(() => {
    const isWhole = isDue && !read.isLoading
    const failed = new Set(read.failed)
    const early = isWhole ? [] : first.filter(([symbol]) => !failed.has(symbol))
    const funds = new Map([...early, ...read.funds])
    // Figures of the first view and whole ones are the same; until all funds have one, sums would be wrong.
    const isLoading = read.isLoading && symbols.some((symbol) => !funds.has(symbol) && !failed.has(symbol))
    return { ...read, funds, isLoading, isWhole }
  }, [read, first, isDue, symbols])
}

/** Calls back after the browser has painted the next frame. Returns a function that cancels. */
function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
