import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { imageUpload } from '../../contract/blog.ts'
import { findPicture, storePicture } from '../../blog/images/pictures.db.ts'
import { keepFunds } from '../../testing/keep-funds.ts'
import { copyDatabase, openCopy } from '../../testing/seeded-file.ts'
import { copiedTables, copyAllRows } from './copy-all-rows.ts'
import { readLastId, writeLastId } from './dialect/last-id.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'
import { openSnapshot } from './snapshot.ts'
import { writeTransaction } from './write-transaction.ts'

test('all rows and the numbers that were given out come along, to a file and into what tests run on', async () => {
  const files = [await copyDatabase(true), await copyDatabase(false), `${await copyDatabase(false)}.third`]
  const [source, copy, back] = [
    openCopy(files[0] ?? ''),
    openCopy(files[1] ?? ''),
    openDatabase(files[2] ?? '')
  ]
  for (const db of [copy, back]) await migrate(db)
  // Still more closes than are written at once.
  await keepFunds(source, ['MSTY', 'TSLY', 'QQQT'])
  await writeLastId(source, 'blog_post', 41)
  // Some of them many, of the largest upload's size one.
  const pictures = [...Array(7).fill(1000), imageUpload.largestBytes].map((size: number, place) => ({
    name: `${place}.webp`,
    uploaded_at: '2026-06-01T12:00:00.000Z',
    bytes: randomBytes(size)
  }))
  for (const picture of pictures) await storePicture(source, picture)
  const snapshot = await openSnapshot(source)
  const first = await writeTransaction(copy, (trx) => copyAllRows(snapshot, trx))
  const second = await writeTransaction(back, (trx) => copyAllRows(copy, trx))
  expect(second).toEqual(first)
  expect(first.find(({ table }) => table === 'fund')).toMatchObject({ rows: 66 })
  expect(first.find(({ table }) => table === 'price')?.rows).toBeGreaterThan(1000)
  expect(await readLastId(back, 'blog_post')).toBe(41)
  for (const { name, bytes } of pictures)
    expect((await findPicture(back, name))?.bytes.equals(bytes)).toBe(true)

  await expect(writeTransaction(back, (trx) => copyAllRows(snapshot, trx))).rejects.toThrow(
    'the target is not empty: its table fund has rows'
  )
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
    and name not like 'sqlite%' and name not like 'kysely%'`.execute(back)
  expect(rows.map(({ name }) => name).sort()).toEqual([...copiedTables].sort())
  for (const db of [snapshot, source, copy, back]) await db.destroy()
  for (const file of files) await rm(dirname(file), { recursive: true, force: true })
})
