import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import { findTopSearches } from '../../../search/search-history.db.ts'

test('the searches of an older database are counted, and none of them is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-searches-'))
  const db = openDatabase(join(folder, 'doubloon.sqlite'))
  await migrate(db, '008-entry-decisions')
  for (const [symbol, at] of [
    ['MSTY', '2026-06-01T23:59:59.000Z'],
    ['MSTY', '2026-06-02T00:00:00.000Z'],
    ['ULTY', '2026-06-02T08:00:00.000Z']
  ])
    await sql`insert into search_history (symbol, searched_at, ip_short, user_agent)
      values (${symbol}, ${at}, '203.0.113.0', '')`.execute(db)
  await migrate(db)
  expect(await findTopSearches(db, 3)).toEqual([
    { symbol: 'MSTY', count: 2 },
    { symbol: 'ULTY', count: 1 }
  ])
  expect(await db.selectFrom('search_count').select(['symbol', 'day', 'searches']).execute()).toHaveLength(3)
  expect(await db.selectFrom('search_history').select('id').execute()).toHaveLength(3)
  await db.destroy()
  await rm(folder, { recursive: true })
})
