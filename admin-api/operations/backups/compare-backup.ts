import { sql } from 'kysely'
import { formatLongDay } from '../../market-days/days.ts'
import { openInBlock } from '../../platform/database/private-files.ts'
import type { Db } from '../../platform/database/schema.ts'

/** Figures that a restore may change, each one value of a query that SQLite and PostgreSQL answer. */
const figures = [
  { what: 'Newest close', query: 'select max(date) from price', isDay: true },
  { what: 'Newest payment', query: 'select max(ex_date) from dividend_history', isDay: true },
  { what: 'Funds', query: 'select count(*) from fund' },
  { what: 'Payments', query: 'select count(*) from dividend_history' },
  { what: 'Estimates on the record', query: "select count(*) from estimate_record where origin = 'live'" },
  { what: 'Entries in Review', query: 'select count(*) from manual_entry' },
  { what: 'Blog posts', query: 'select count(*) from blog_post' },
  { what: 'Push subscriptions', query: 'select count(*) from push_subscription' }
] as const

export type BackupComparison = {
  changes: { what: string; now: string; after: string }[]
  log_lines_since: number
  is_older_version: boolean
}

/**
 * Compares a backup with the database. @throws Error with one sentence if the backup can't be read or is of a newer version
 */
export async function compareBackup(db: Db, file: string, madeAt: Date): Promise<BackupComparison> {
  using backup = openInBlock(file, { readonly: true })
  const valueThen = (query: string) => backup.prepare<[], string | number | null>(query).pluck().get() ?? null
  const valueNow = async (query: string) => {
    const { rows } = await sql<Record<string, string | number | null>>`${sql.raw(query)}`.execute(db)
    return Object.values(rows[0] ?? {})[0] ?? null
  }
  const newestMigration = 'select max(name) from kysely_migration'
  const [versionThen, versionNow] = [
    String(valueThen(newestMigration)),
    String(await valueNow(newestMigration))
  ]
  if (versionThen > versionNow)
    throw new Error('It was made by a newer version of Doubloon. Install that version to restore it.')
  const has = (query: string) =>
    backup.prepare('select 1 from sqlite_master where name = ?').get(/from (\w+)/.exec(query)?.[1] ?? '') !==
    undefined
  const changes: BackupComparison['changes'] = []
  for (const { what, query, ...figure } of figures) {
    const format = (value: string | number | null) =>
      value === null
        ? 'none'
        : 'isDay' in figure
          ? formatLongDay(String(value))
          : Number(value).toLocaleString('en-US')
    const [now, after] = [format(await valueNow(query)), format(has(query) ? valueThen(query) : 0)]
    if (now !== after) changes.push({ what, now, after })
  }
  const since = `select count(*) from admin_log where timestamp > '${madeAt.toISOString()}'`
  return {
    changes,
    log_lines_since: Number(await valueNow(since)),
    is_older_version: versionThen < versionNow
  }
}
