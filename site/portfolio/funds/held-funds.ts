import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useMemo } from 'react'
import type { Close } from '../../../admin-api/market-days/types.ts'
import { call } from '../../lib/call.ts'
import { createQuery, type Query, repeatWhileShown } from '../../lib/query.ts'
import { useQuery } from '../../lib/use-query.ts'
import { type HeldFund, toHeldFund } from '../positions/held-fund.ts'

const freshMs = 10 * 60_000

/** Published data file of a fund, by symbol in capitals. */
export const heldFundQuery = createQuery<HeldFund>(
  async (symbol, signal) => {
    const ticker = symbol.toLowerCase()
    const answer = await call('GET /data/:ticker.json', { ticker }, { signal })
    return answer.ok ? { ok: true, value: toHeldFund(answer.value) } : answer
  },
  { freshMs, retries: 1 }
)

/** Closes of an underlying by the name of its data file. */
export const underlyingQuery = createQuery<readonly Close[]>(
  async (name, signal) => {
    const answer = await call('GET /data/underlyings/:name.json', { name }, { signal })
    return answer.ok ? { ok: true, value: answer.value.closes } : answer
  },
  { freshMs, retries: 1 }
)

/** Current symbol by every symbol, former ones included. */
export const symbolsQuery = createQuery<ReadonlyMap<string, string>>(
  async (_key, signal) => {
    const answer = await call('GET /data/funds.json', {}, { signal })
    if (!answer.ok) return answer
    const pairs = answer.value.funds.flatMap(({ symbol, former_symbols }) =>
      [symbol, ...former_symbols].map((name) => [name, symbol] as const)
    )
    return { ok: true, value: new Map(pairs) }
  },
  { freshMs, retries: 1 }
)

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

export type ReadFunds = ReturnType<typeof useHeldFunds>

/**
 * Loads the files of those funds that the site covers, again when the page becomes visible. Others aren't requested,
 * so that the server never learns of them.
 */
export function useHeldFunds(symbols: readonly string[]) {
  const list = useQuery(symbolsQuery, symbols.length === 0 ? null : 'all')
  const isListFailed = list.failure !== null && list.value === null
  const covered = useMemo(() => symbols.filter((symbol) => list.value?.has(symbol)), [symbols, list.value])
  const { states, load } = useQueries(heldFundQuery, covered)

  return useMemo(() => {
    const read = covered.map((symbol, index) => ({ symbol, state: states[index] }))
    return {
      funds: new Map(read.flatMap(({ symbol, state }) => (state?.value ? [[symbol, state.value]] : []))),
      /** Symbols of funds whose files couldn't be loaded. */
      failed: isListFailed
        ? [...symbols]
        : read.flatMap(({ symbol, state }) => (state?.failure && !state.value ? [symbol] : [])),
      isLoading: list.isLoading || read.some(({ state }) => state?.isLoading && !state.value),
      retry: () => {
        if (isListFailed) void symbolsQuery('all').load()
        load()
      }
    }
  }, [covered, states, load, symbols, isListFailed, list.isLoading])
}
