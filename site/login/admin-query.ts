import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { createQuery, type Query, type QuerySettings } from '../lib/query.ts'
import { useLastValue, useQuery } from '../lib/use-query.ts'
import { $adminWrites, callAdmin } from './admin-session.ts'

export type AdminQuery<Input, Value> = { query: Query<Value>; keyOf: (input: Input) => string }

/** Query of an admin endpoint, keyed by its input. */
export function createAdminQuery<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  settings: QuerySettings = {}
): AdminQuery<z.input<Input>, z.output<Output>> {
  return {
    query: createQuery((key, signal) => callAdmin(endpoint, JSON.parse(key), { signal }), settings),
    keyOf: (input) => JSON.stringify(input)
  }
}

/**
 * Fetches immediately, every `everyMs` milliseconds, and after each write on this page, so that no section shows data
 * that another section has just changed. After an input change, returns the last value until the new one is loaded.
 */
export function useAdminQuery<Input, Value>(
  { query, keyOf }: AdminQuery<Input, Value>,
  input: Input,
  everyMs: number | null
) {
  const { value, failure, isLoading, refetch } = useQuery(
    query,
    keyOf(input),
    everyMs === null ? {} : { everyMs }
  )
  const writes = useStore($adminWrites)
  const writesSeen = useRef(writes)
  useEffect(() => {
    if (writesSeen.current === writes) return
    writesSeen.current = writes
    void refetch()
  }, [writes, refetch])
  return { value: useLastValue(value), failure: failure?.message ?? null, isLoading, refetch }
}
