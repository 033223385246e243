import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** `detail` is one sentence for the operator. */
export const Connection = z.object({ status: z.enum(['ok', 'degraded', 'down']), detail: z.string() })
export type Connection = z.infer<typeof Connection>

/** What the service stands on, and whether it is there. Also shows whether a session still holds. */
export const readConnections = defineEndpoint({
  method: 'GET',
  path: '/api/admin/system/connections',
  access: 'admin',
  input: z.object({}),
  output: z.object({
    database: Connection,
    market_data: Connection,
    /** Null where none is asked. */
    second_source: z.nullable(Connection),
    publisher: Connection,
    renderer: Connection,
    /** Whether the database is copied each night, and the last copy was taken to where it should go. */
    backups: Connection
  })
})
