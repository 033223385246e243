import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { createQuery, type Query } from '../lib/query.ts'
import { useLastValue, useQuery } from '../lib/use-query.ts'
import { $adminWrites, callAdmin } from './admin-session.ts'

/** Queries by endpoint, so that all components that read it with the same input share an answer. */
const queries = new Map<object, Query<unknown>>()

function queryOf<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>
): Query<z.output<Output>> {
  const query =
    queries.get(endpoint) ??
    createQuery<unknown>((key, signal) => callAdmin(endpoint, JSON.parse(key), { signal }))
  queries.set(endpoint, query)
  return query as Query<z.output<Output>>
}

/**
 * Reads an endpoint immediately, every `everyMs` milliseconds, and after each write on this page, so that no section
 * shows data that another section has just changed. After an input change, returns the last value until the new one is
 * loaded.
 */
export function useAdminQuery<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  everyMs: number | null
) {
  const { value, failure, isLoading, refetch } = useQuery(
    queryOf(endpoint),
    JSON.stringify(input),
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
