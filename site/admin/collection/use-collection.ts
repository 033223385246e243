import { useCallback, useEffect, useReducer, useState } from 'react'
import {
  type CollectionScope,
  collectGroup,
  readCollection
} from '../../../admin-api/contract/collection.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { collectionReducer, isAnyRunning, outcomeText, type Progress } from './collection-state.ts'

const collectionQuery = createAdminQuery(readCollection)
const whileRunningMs = 500
/** Somebody may have started a group elsewhere. */
const otherwiseMs = 10_000
/** Fund after fund from a provider that may be slow. */
const longestRunMs = 15 * 60_000
const none: Progress[] = []

/** The groups, what runs, and how to start one. Groups run beside each other. */
export function useCollection() {
  const [runs, dispatch] = useReducer(collectionReducer, {})
  const [isBusy, setBusy] = useState(false)
  const { value, failure, refetch } = useAdminQuery(
    collectionQuery,
    {},
    isBusy ? whileRunningMs : otherwiseMs
  )
  const running = value?.running ?? none
  useEffect(() => setBusy(isAnyRunning(runs, running)), [runs, running])

  const start = useCallback(async (group: CollectionScope, title: string) => {
    dispatch({ type: 'started', group })
    const result = await callAdmin(collectGroup, { group }, { timeoutMs: longestRunMs })
    if (result.ok) {
      dispatch({ type: 'finished', group, outcome: result.value })
      showToast({
        kind: result.value.errors.length === 0 ? 'success' : 'info',
        title: result.value.stopped === null ? `${title} Collected` : `${title} Collected in Part`,
        message: outcomeText(result.value)
      })
      return
    }
    dispatch({ type: 'failed', group, message: result.message })
    showFailure(`${title} Collection Failed`, result, `Failed to collect ${title}`)
  }, [])

  return {
    groups: value?.groups ?? null,
    schedule: value?.schedule ?? null,
    running,
    failure,
    refetch,
    runs,
    start,
    dismiss: useCallback((group: CollectionScope) => dispatch({ type: 'dismissed', group }), [])
  }
}
