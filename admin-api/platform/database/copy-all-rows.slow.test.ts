import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { copiedTables, copyAllRows } from './copy-all-rows.ts'
import { readLastId, writeLastId } from './dialect.ts'
import { migrate } from './migrations.ts'
import { openDatabase, openSnapshot } from './open.ts'
import { writeTransaction } from './write-transaction.ts'

const largestImageBytes = 10 * 1024 * 1024

test('all rows and the last ids are copied, between SQLite and the database of this run', async () => {
  // More closes than one batch.
  const source = await openTestDatabase(['MSTY', 'TSLY', 'QQQT'])
  const copy = await openTestDatabase('tables')
  const back = openDatabase(join(copy.folder, 'back.sqlite'))
  await migrate(back)
  await writeLastId(source.db, 'blog_post', 41)
  const images = [...Array(7).fill(1000), largestImageBytes].map((size: number, index) => ({
    name: `${index}.webp`,
    uploaded_at: '2026-06-01T12:00:00.000Z',
    bytes: randomBytes(size)
  }))
  for (const image of images) await source.db.insertInto('blog_image').values(image).execute()
  const day = {
    symbol: 'MSTY',
    day: '2026-06-01',
    net_assets: 726_038_557.76,
    shares_outstanding: 60_844_959,
    holdings: randomBytes(700),
    source_name: 'Roundhill',
    stored_at: '2026-06-01T14:30:00.000Z'
  }
  await source.db.insertInto('fund_day').values(day).execute()
  const snapshot = await openSnapshot(source.db)
  const first = await writeTransaction(copy.db, (trx) => copyAllRows(snapshot, trx))
  const second = await writeTransaction(back, (trx) => copyAllRows(copy.db, trx))
  expect(second).toEqual(first)
  expect(first.find(({ table }) => table === 'fund')).toMatchObject({ rows: 66 })
  expect(first.find(({ table }) => table === 'price')?.rows).toBeGreaterThan(1000)
  expect(await readLastId(back, 'blog_post')).toBe(41)
  for (const { name, bytes } of images) {
    const image = back.selectFrom('blog_image').select('bytes').where('name', '=', name)
    expect((await image.executeTakeFirst())?.bytes.equals(bytes)).toBe(true)
  }
  expect(await back.selectFrom('fund_day').selectAll().execute()).toEqual([day])

  await expect(writeTransaction(back, (trx) => copyAllRows(snapshot, trx))).rejects.toThrow(
    'the target is not empty: its table fund has rows'
  )
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
    and name not like 'sqlite%' and name not like 'kysely%'`.execute(back)
  expect(rows.map(({ name }) => name).sort()).toEqual([...copiedTables].sort())
  for (const db of [snapshot, back]) await db.destroy()
  for (const database of [source, copy]) await database.close()
})
