import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  input: z.object({}),
  /** as_of is the newest day in the data; pages_waiting counts pages not yet written. */
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    as_of: z.nullable(z.string()),
    pages_waiting: z.number()
  })
})
