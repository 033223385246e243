import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useMemo } from 'react'
import { call } from '../../lib/call.ts'
import type { CallResult } from '../../lib/call-endpoint.ts'
import { createQuery, loadValue, type Query, repeatWhileShown } from '../../lib/query.ts'
import { useQuery } from '../../lib/use-query.ts'
import { type HeldFund, toHeldFund } from './held-fund.ts'

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

/** Current symbol by every symbol, former ones included. */
export const symbolsQuery = fileQuery(
  (_key, signal) => call('GET /data/funds.json', {}, { signal }),
  ({ funds }): ReadonlyMap<string, string> =>
    new Map(
      funds.flatMap(({ symbol, former_symbols }) =>
        [symbol, ...former_symbols].map((name) => [name, symbol] as const)
      )
    )
)

/** Current symbol by CUSIP and ISIN. */
const identifiersQuery = fileQuery(
  (_key, signal) => call('GET /data/identifiers.json', {}, { signal }),
  ({ symbols }): ReadonlyMap<string, string> => new Map(Object.entries(symbols))
)

/** Current symbol by every name that a file has for a fund; null if it can't be loaded. */
export async function loadSymbols(hasIdentifiers: boolean): Promise<ReadonlyMap<string, string> | null> {
  const queries = hasIdentifiers ? [symbolsQuery, identifiersQuery] : [symbolsQuery]
  const lists = await Promise.all(queries.map((query) => loadValue(query('all'))))
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
 */
export function useHeldFunds(symbols: readonly string[]): ReadFunds {
  const list = useQuery(symbolsQuery, symbols.length === 0 ? null : 'all')
  const isListFailed = list.failure !== null && list.value === null
  const covered = useMemo(() => symbols.filter((symbol) => list.value?.has(symbol)), [symbols, list.value])
  const { states, load } = useQueries(heldFundQuery, covered)

  return useMemo(() => {
    const read = covered.map((symbol, index) => ({ symbol, state: states[index] }))
    return {
      funds: new Map(read.flatMap(({ symbol, state }) => (state?.value ? [[symbol, state.value]] : []))),
      own: list.value === null ? [] : symbols.filter((symbol) => !list.value?.has(symbol)),
      failed: isListFailed
        ? [...symbols]
        : read.flatMap(({ symbol, state }) => (state?.failure && !state.value ? [symbol] : [])),
      isLoading: list.isLoading || read.some(({ state }) => state?.isLoading && !state.value),
      retry: () => {
        if (isListFailed) void symbolsQuery('all').load()
        load()
      }
    }
  }, [covered, states, load, symbols, isListFailed, list.value, list.isLoading])
}
