import { useEffect, useMemo, useReducer } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { noSelection, selectionReducer } from './selection.ts'

/** Which of the entries at hand are ticked; survives a refresh. */
export function useSelection(entries: readonly ManualEntry[]) {
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const [selection, dispatch] = useReducer(selectionReducer, noSelection)
  useEffect(() => dispatch({ type: 'listed', ids }), [ids])
  return { selection, ids, dispatch }
}
