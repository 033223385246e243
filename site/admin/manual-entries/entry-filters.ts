import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'

/** Which entries are shown; an empty word stands for all of them. */
export type EntryFilters = {
  ticker: string
  kind: ManualEntry['kind'] | ''
  status: ManualEntry['status'] | ''
}

export const noFilters: EntryFilters = { ticker: '', kind: '', status: '' }
export const kindNames: Record<ManualEntry['kind'], string> = {
  estimate: 'Estimates',
  payment: 'Held-back payments'
}
export const statusNames: Record<ManualEntry['status'], string> = { pending: 'Pending', approved: 'Approved' }

export function isFiltered(filters: EntryFilters): boolean {
  return Object.values(filters).some((chosen) => chosen !== '')
}

/** A ticker is matched from its beginning. */
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
