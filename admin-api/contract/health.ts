import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/**
 * `degraded`: it serves, but not as it should, as without a database server that is to come back; `down`: it can't serve. `reasons` are plain sentences, none while all is
 * well. second_source is how the last question to it went, which makes nothing worse; null where none is asked. as_of is the newest day in the data, pages_waiting counts pages not yet written; null where nothing can be read.
 */
const Health = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  reasons: z.array(z.string()),
  second_source: z.nullable(z.string()),
  as_of: z.nullable(z.string()),
  pages_waiting: z.nullable(z.number())
})
export type Health = z.infer<typeof Health>

export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  input: z.object({}),
  output: Health,
  statusOf: ({ status }) => (status === 'down' ? 503 : 200)
})
