import type * as z from 'zod/mini'
import { defaultLogLimit, type logPageSizes, type readLogs } from '../../../admin-api/contract/admin-log.ts'
import type { LogAction, LogCategory, LogLevel } from '../../../admin-api/contract/vocabulary.ts'
import { isQueryableDay } from '../Filters.tsx'
import { chosenFilters, type ListQuery, type ListRules } from '../list-query.ts'

export type LogFilters = {
  /** Lines per page. */
  limit: (typeof logPageSizes)[number]
  level: LogLevel | ''
  category: LogCategory | ''
  action: LogAction | ''
  ticker: string
  /** Text in the message. */
  q: string
  /** First and last day in the operator's time zone, YYYY-MM-DD. */
  from: string
  to: string
}

export const logRules: ListRules<LogFilters> = {
  initial: {
    limit: defaultLogLimit,
    level: '',
    category: '',
    action: '',
    ticker: '',
    q: '',
    from: '',
    to: ''
  },
  settings: ['limit']
}

export function toLogInput({ filters, page }: ListQuery<LogFilters>): z.input<typeof readLogs.input> {
  const { limit, from, to, ...others } = filters
  return {
    limit,
    offset: (page - 1) * limit,
    ...chosenFilters(others),
    ...(isQueryableDay(from) && { from: startOfDay(from, 0) }),
    ...(isQueryableDay(to) && { before: startOfDay(to, 1) })
  }
}

/** Returns the start of a day in the local time zone; `offset` adds days. */
function startOfDay(day: string, offset: number): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + offset)
  return start.toISOString()
}
