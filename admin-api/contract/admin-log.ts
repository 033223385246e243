import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { enumOf, limitField, wholeNumber } from './fields.ts'
import { Ticker } from './stock.ts'
import { logActions, logCategories, logLevels } from './vocabulary.ts'

/** Log entry about a change of the data, or an event of the service. */
export const AdminLog = z.object({
  id: z.number(),
  /** An instant. */
  timestamp: z.string(),
  level: z.enum(logLevels),
  category: z.enum(logCategories),
  action: z.enum(logActions),
  message: z.string(),
  user_id: z.nullable(z.string()),
  /** Shortened, so that it identifies no person. */
  ip_address: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  ticker: z.nullable(z.string()),
  entity_id: z.nullable(z.string())
})
export type AdminLog = z.infer<typeof AdminLog>

/** Page sizes that the operator can choose. */
export const logPageSizes = [10, 25, 50, 100] as const
export const defaultLogLimit = 50

/** Newest first. */
export const readLogs = defineEndpoint('admin', 'GET', '/api/admin/logs', {
  input: z.object({
    level: z.optional(enumOf('level', logLevels)),
    category: z.optional(enumOf('category', logCategories)),
    action: z.optional(enumOf('action', logActions)),
    ticker: z.optional(Ticker),
    /** Text that the message contains, in any case. */
    q: z.optional(z.string().check(z.maxLength(100, 'q must have at most 100 characters'))),
    /** Instants: written at `from` or later, and before `before`. */
    from: z.optional(z.iso.datetime('from must be an instant, such as 2026-07-08T04:00:00Z')),
    before: z.optional(z.iso.datetime('before must be an instant, such as 2026-07-09T04:00:00Z')),
    limit: limitField(100, defaultLogLimit),
    offset: z._default(wholeNumber('offset', 0, 10_000_000), 0)
  }),
  output: z.object({ logs: z.array(AdminLog), total: z.number() })
})

export const clearLogs = defineAction('DELETE', '/api/admin/logs')
