import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { $adminWrites, callAdmin } from '../stores/admin-session.ts'
import { usePolled } from './use-polled.ts'

/**
 * What an admin call reads: at once, every `everyMs` milliseconds, when the input changes, and after each write
 * of this page, so that no section shows what another one has just changed.
 */
export function useAdminRead<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  everyMs: number | null
) {
  const asked = JSON.stringify(input)
  const read = useCallback(
    (signal: AbortSignal) => callAdmin(endpoint, JSON.parse(asked) as z.input<Input>, { signal }),
    [endpoint, asked]
  )
  const polled = usePolled(read, everyMs)
  const { refetch } = polled
  const writes = useStore($adminWrites)
  const writesSeen = useRef(writes)
  useEffect(() => {
    if (writesSeen.current === writes) return
    writesSeen.current = writes
    void refetch()
  }, [writes, refetch])
  return polled
}
