import { useEffect, useMemo, useReducer } from 'react'
import { type ManualEntry, readManualEntries } from '../../../admin-api/contract/manual-entries.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import type { ListRules } from '../list-query.ts'

const refreshEveryMs = 10_000

/** All entries; the pages that show them share one request. */
export function useEntries() {
  return useAdminQuery(readManualEntries, {}, refreshEveryMs)
}

/** Whether this is a quarantined payment that waits for a decision, rather than a routine estimate. */
export function isForReview({ kind, status }: Pick<ManualEntry, 'kind' | 'status'>): boolean {
  return kind === 'payment' && status === 'pending'
}

export type EntryFilters = {
  ticker: string
  status: ManualEntry['status'] | ''
}

export const entryRules: ListRules<EntryFilters> = { initial: { ticker: '', status: '' } }

/** Entries that pass all filters; the ticker filter matches the beginning of a ticker. */
export function filterEntries(
  entries: readonly ManualEntry[],
  { ticker, status }: EntryFilters
): ManualEntry[] {
  return entries.filter(
    (entry) => entry.ticker.startsWith(ticker) && (status === '' || entry.status === status)
  )
}

/** Ids of the selected entries. */
export type Selection = ReadonlySet<number>

type SelectionAction =
  | { type: 'toggled'; id: number }
  /** Selects all `ids`, or none if all were selected. */
  | { type: 'all-toggled'; ids: readonly number[] }
  /** Deselects entries that are no longer listed. */
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
