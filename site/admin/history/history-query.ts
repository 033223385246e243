import type * as z from 'zod/mini'
import {
  defaultHistoryLimit,
  type historySorts,
  type readHistory
} from '../../../admin-api/contract/admin-history.ts'
import type { Frequency } from '../../../admin-api/contract/vocabulary.ts'

export type HistorySort = (typeof historySorts)[number]

/** As chosen; an empty text leaves everything in. */
export type HistoryFilters = {
  ticker: string
  frequency: Frequency | ''
  from: string
  to: string
  sort: HistorySort
}

export type HistoryQuery = { filters: HistoryFilters; page: number }

export type HistoryQueryAction =
  | { type: 'filtered'; filters: Partial<HistoryFilters> }
  | { type: 'cleared' }
  | { type: 'turned'; page: number }

const noFilters: HistoryFilters = { ticker: '', frequency: '', from: '', to: '', sort: '-payment_date' }

export const firstPage: HistoryQuery = { filters: noFilters, page: 1 }

/** Another choice is another list, so it is read from its first page. */
export function historyQueryReducer(query: HistoryQuery, action: HistoryQueryAction): HistoryQuery {
  switch (action.type) {
    case 'filtered':
      return { filters: { ...query.filters, ...action.filters }, page: 1 }
    case 'cleared':
      return { filters: { ...noFilters, sort: query.filters.sort }, page: 1 }
    case 'turned':
      return { ...query, page: action.page }
  }
}

export function isFiltered({ ticker, frequency, from, to }: HistoryFilters): boolean {
  return [ticker, frequency, from, to].some((choice) => choice !== '')
}

/** Between two keys a date field holds years like 0002; only days the service knows are asked for. */
export function isAskableDay(day: string): boolean {
  return /^20[2-9]\d-/.test(day)
}

export function toHistoryInput({ filters, page }: HistoryQuery): z.input<typeof readHistory.input> {
  const { ticker, frequency, from, to, sort } = filters
  return {
    page,
    limit: defaultHistoryLimit,
    sort,
    ...(ticker !== '' && { ticker }),
    ...(frequency !== '' && { frequency }),
    ...(isAskableDay(from) && { from }),
    ...(isAskableDay(to) && { to })
  }
}
