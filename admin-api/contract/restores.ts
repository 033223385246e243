import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'

/** Name of a backup as in `readSettings`. */
const name = z
  .string('name must be text')
  .check(z.regex(/^[\w-]{1,80}\.sqlite$/, 'name must be one of the backups'))

/** Changes that a restore of a backup would make, and the name that the operator types to confirm it. */
export const previewRestore = defineEndpoint('admin', 'GET', '/api/admin/system/backups/:name', {
  input: z.object({ name }),
  output: z.object({
    /** An instant. */
    made_at: z.string(),
    /** Counts and days that differ, as text: `now` in the database, `after` in the backup. */
    changes: z.array(z.object({ what: z.string(), now: z.string(), after: z.string() })),
    /** Lines of the operator's log since the backup. */
    log_lines_since: z.number(),
    /** Whether the database is upgraded after the restore. */
    is_older_version: z.boolean(),
    site_name: z.string(),
    /** Why it can't be restored here, and what to do instead; null if it can. */
    obstacle: z.nullable(z.string())
  })
})

/** Restarts the service with the backup, after a backup of the current database. */
export const restoreBackup = defineAction('POST', '/api/admin/system/backups/:name/restore', {
  name,
  site_name: z.string('site_name must be text')
})
