import type * as z from 'zod/mini'
import { defaultLogLimit, type logPageSizes, type readLogs } from '../../../admin-api/contract/admin-log.ts'
import type { LogAction, LogCategory, LogLevel } from '../../../admin-api/contract/vocabulary.ts'
import { chosenFilters, type ListQuery, type ListRules } from '../list-query.ts'

export type LogFilters = {
  /** Lines a page. */
  limit: (typeof logPageSizes)[number]
  level: LogLevel | ''
  category: LogCategory | ''
  action: LogAction | ''
  ticker: string
}

export const logRules: ListRules<LogFilters> = {
  initial: { limit: defaultLogLimit, level: '', category: '', action: '', ticker: '' },
  settings: ['limit']
}

export function toLogInput({ filters, page }: ListQuery<LogFilters>): z.input<typeof readLogs.input> {
  const { limit, ...others } = filters
  return { limit, offset: (page - 1) * limit, ...chosenFilters(others) }
}
