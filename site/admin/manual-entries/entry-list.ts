import { useEffect, useMemo, useReducer } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import type { ListRules } from '../list-query.ts'

export type EntryFilters = {
  ticker: string
  kind: ManualEntry['kind'] | ''
  status: ManualEntry['status'] | ''
}

export const entryRules: ListRules<EntryFilters> = { initial: { ticker: '', kind: '', status: '' } }

/** Entries that pass all filters; the ticker filter matches the beginning of a ticker. */
export function filterEntries(
  entries: readonly ManualEntry[],
  { ticker, kind, status }: EntryFilters
): ManualEntry[] {
  return entries.filter(
    (entry) =>
      entry.ticker.startsWith(ticker) &&
      (kind === '' || entry.kind === kind) &&
      (status === '' || entry.status === status)
  )
}

/** Ids of the selected entries. */
export type Selection = ReadonlySet<number>

type SelectionAction =
  | { type: 'toggled'; id: number }
  /** Selects all `ids`, or none if all were selected. */
  | { type: 'all-toggled'; ids: readonly number[] }
  /** Deselects what is no longer listed. */
  | { type: 'listed'; ids: readonly number[] }

export const noSelection: Selection = new Set()

export function selectionReducer(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'toggled': {
      const next = new Set(selection)
      if (!next.delete(action.id)) next.add(action.id)
      return next
    }
    case 'all-toggled':
      return isAllSelected(selection, action.ids) ? noSelection : new Set(action.ids)
    case 'listed': {
      const remaining = new Set([...selection].filter((id) => action.ids.includes(id)))
      return remaining.size === selection.size ? selection : remaining
    }
  }
}

export function isAllSelected(selection: Selection, ids: readonly number[]): boolean {
  return ids.length > 0 && ids.every((id) => selection.has(id))
}

/** The selection among the listed entries, which survives a refresh. */
export function useSelection(entries: readonly ManualEntry[]) {
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const [selection, dispatch] = useReducer(selectionReducer, noSelection)
  useEffect(() => dispatch({ type: 'listed', ids }), [ids])
  return { selection, ids, dispatch }
}
