import type * as z from 'zod/mini'
import type { HistorySort, readHistory } from '../../../admin-api/contract/admin-history.ts'
import type { Frequency } from '../../../admin-api/contract/vocabulary.ts'
import { isQueryableDay } from '../Filters.tsx'
import { chosenFilters, type ListQuery, type ListRules } from '../list-query.ts'

/** Records per page: few enough for a phone. */
export const historyPageSize = 25

export type HistoryFilters = {
  sort: HistorySort
  ticker: string
  frequency: Frequency | ''
  /** First and last payment date, YYYY-MM-DD. */
  from: string
  to: string
}

export const historyRules: ListRules<HistoryFilters> = {
  initial: { sort: '-payment_date', ticker: '', frequency: '', from: '', to: '' },
  settings: ['sort']
}

export function toHistoryInput({
  filters,
  page
}: ListQuery<HistoryFilters>): z.input<typeof readHistory.input> {
  const { from, to, ...others } = filters
  return {
    page,
    limit: historyPageSize,
    ...chosenFilters(others),
    ...(isQueryableDay(from) && { from }),
    ...(isQueryableDay(to) && { to })
  }
}
