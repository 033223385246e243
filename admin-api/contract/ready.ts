import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/**
 * Whether calls should be sent here, for a load balancer. `pages_waiting` counts the pages that this process has still
 * to write; they are served as they are known here, so it makes nothing unready. `background_work` says which process
 * collects by itself, alerts and cleans up. Null where it can't be read.
 */
const Readiness = z.object({
  ready: z.boolean(),
  database: z.enum(['ok', 'down']),
  renderer: z.enum(['ok', 'down']),
  pages_waiting: z.nullable(z.number()),
  background_work: z.nullable(z.enum(['here', 'elsewhere', 'nobody']))
})
export type Readiness = z.infer<typeof Readiness>

export const readReadiness = defineEndpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  input: z.object({}),
  output: Readiness,
  statusOf: ({ ready }) => (ready ? 200 : 503)
})
