import type * as z from 'zod/mini'
import {
  defaultLogLimit,
  type logPageSizes,
  type readLogs
} from '../../../admin-api/contract/admin-log.ts'
import type { LogAction, LogCategory, LogLevel } from '../../../admin-api/contract/vocabulary.ts'

type LogPageSize = (typeof logPageSizes)[number]

/** As chosen; an empty text leaves everything in. */
export type LogFilters = {
  level: LogLevel | ''
  category: LogCategory | ''
  action: LogAction | ''
  ticker: string
}

export type LogQuery = { filters: LogFilters; limit: LogPageSize; offset: number }

export type LogQueryAction =
  | { type: 'filtered'; filters: Partial<LogFilters> }
  | { type: 'cleared' }
  | { type: 'sized'; limit: LogPageSize }
  | { type: 'turned'; page: number }

const noFilters: LogFilters = { level: '', category: '', action: '', ticker: '' }

export const newestLogs: LogQuery = { filters: noFilters, limit: defaultLogLimit, offset: 0 }

/** Another choice is another list, so it is read from its beginning. */
export function logQueryReducer(query: LogQuery, action: LogQueryAction): LogQuery {
  switch (action.type) {
    case 'filtered':
      return { ...query, filters: { ...query.filters, ...action.filters }, offset: 0 }
    case 'cleared':
      return { ...query, filters: noFilters, offset: 0 }
    case 'sized':
      return { ...query, limit: action.limit, offset: 0 }
    case 'turned':
      return { ...query, offset: (action.page - 1) * query.limit }
  }
}

export function isFiltered(filters: LogFilters): boolean {
  return Object.values(filters).some((choice) => choice !== '')
}

/** From 1. */
export function pageOf({ offset, limit }: LogQuery): number {
  return Math.floor(offset / limit) + 1
}

/** An empty list still has one page. */
export function totalPagesOf({ limit }: LogQuery, total: number): number {
  return Math.max(1, Math.ceil(total / limit))
}

export function toLogInput({ filters, limit, offset }: LogQuery): z.input<typeof readLogs.input> {
  const { level, category, action, ticker } = filters
  return {
    limit,
    offset,
    ...(level !== '' && { level }),
    ...(category !== '' && { category }),
    ...(action !== '' && { action }),
    ...(ticker !== '' && { ticker })
  }
}
