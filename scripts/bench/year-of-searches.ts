import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { cleanupJobs } from '../../admin-api/cleanup-jobs.ts'
import { fillDatabase } from '../../admin-api/collection/first-database.ts'
import { embeddedMarketData } from '../../admin-api/collection/sources/embedded.ts'
import { createMaintenance } from '../../admin-api/operations/maintenance.ts'
import { migrate } from '../../admin-api/platform/database/migrations.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { storeSearches } from '../../admin-api/search/search-history.db.ts'
import { pages } from '../../admin-api/testing/pages.ts'
import type { Figure } from './report.ts'

/** Longer than the retention of single searches, so that the file has reached its final size. */
const days = 8
const searchesAnHour = 3600
const hourMs = 3_600_000

/**
 * Measures the SQLite file after a year at one search per second: the last days recorded hour by hour with the
 * service's functions, earlier days as daily counts, which is all that retention leaves.
 */
export async function weighYearOfSearches(symbols: readonly string[]): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const file = join(folder, 'doubloon.sqlite')
  const db = openDatabase(file)
  let now = new Date('2027-06-30T00:00:00Z')
  const maintenance = createMaintenance({ db, clock: () => now, log: pino({ level: 'silent' }) }, cleanupJobs)
  try {
    await migrate(db)
    await fillDatabase(db, embeddedMarketData, { now, queueChange: pages.queueChange })
    const figures = await sizeOf(db, file)
    await countDaysBefore(db, symbols)
    for (let hour = 0; hour < days * 24; hour += 1) {
      now = new Date(now.getTime() + hourMs)
      await storeSearches(db, makeHour(symbols, now))
      await maintenance.runDue()
    }
    return {
      what: 'a year at one search a second in SQLite',
      measured: `${megabytes(await sizeOf(db, file))} MB, including ${megabytes(figures)} MB of figures`,
      budget: '150 MB'
    }
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

async function countDaysBefore(db: Db, symbols: readonly string[]): Promise<void> {
  const searches = Math.round((24 * searchesAnHour) / symbols.length)
  for (const symbol of symbols)
    await sql`insert into search_count (symbol, day, searches, latest_at)
      with recursive past(day) as (select '2026-07-01' union all select date(day, '+1 day') from past
        where day < '2027-06-29')
      select ${symbol}, day, ${sql.lit(searches)}, day || 'T23:59:59.999Z' from past`.execute(db)
}

function makeHour(symbols: readonly string[], end: Date) {
  return Array.from({ length: searchesAnHour }, (_, second) => ({
    symbol: symbols[second % symbols.length] ?? '',
    searched_at: new Date(end.getTime() - hourMs + second * 1000).toISOString(),
    ip_short: `203.0.${second % 256}.0`,
    user_agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
  }))
}

/** Size of the file after a checkpoint of the write-ahead log. */
async function sizeOf(db: Db, file: string): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return (await stat(file)).size
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
