import type { Migration } from 'kysely/migration'

/** So that old lines of the log are found without reading all of it. */
export const logTimes: Migration = {
  async up(db) {
    await db.schema.createIndex('admin_log_timestamp').on('admin_log').column('timestamp').execute()
  }
}
