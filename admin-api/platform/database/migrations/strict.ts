import { sql } from 'kysely'

/** SQLite checks column types only in STRICT tables. Another dialect would leave this out. */
export const strict = sql`strict`
