import { useState } from 'react'
import { type ManualEntry, readManualEntries } from '../../../admin-api/contract/manual-entries.ts'
import { useAdminQuery } from '../../login/admin-query.ts'

const refreshEveryMs = 10_000

/** All entries; the pages that show them share one request. */
export function useEntries() {
  return useAdminQuery(readManualEntries, {}, refreshEveryMs)
}

/** Whether this is a quarantined or marked payment that waits for a decision, rather than a routine estimate. */
export function isForReview({ kind, status }: Pick<ManualEntry, 'kind' | 'status'>): boolean {
  return kind === 'payment' && status === 'pending'
}

export const entryRules = { initial: { ticker: '', status: '' as ManualEntry['status'] | '' } }

/** The ticker filter matches the beginning of a ticker. */
export function passesFilters(entry: ManualEntry, { ticker, status }: typeof entryRules.initial): boolean {
  return entry.ticker.startsWith(ticker) && (status === '' || entry.status === status)
}

/** Ids of the selected entries. */
export type Selection = ReadonlySet<number>

/** The selection among the listed entries; a refresh keeps it, except for entries that are no longer listed. */
export function useSelection(entries: readonly ManualEntry[]) {
  const [chosen, setChosen] = useState<Selection>(new Set())
  const listed = entries.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  if (listed.length < chosen.size) setChosen(new Set(listed))
  const isAll = listed.length > 0 && listed.length === entries.length
  return {
    selection: new Set(listed) as Selection,
    isAll,
    toggle: (id: number) =>
      setChosen(new Set(chosen.has(id) ? listed.filter((other) => other !== id) : [...listed, id])),
    /** Selects all, or none if all were selected. */
    toggleAll: () => setChosen(new Set(isAll ? [] : entries.map(({ id }) => id)))
  }
}
