import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { copyDatabase } from '../testing/seeded-file.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'
import { takeWriteLock } from './write-lock.db.ts'

test('a transaction with the lock is the only writer from its start, and changes nothing by it', async () => {
  const file = await copyDatabase(false)
  const db = openDatabase(file)
  await migrate(db)
  const other = new SQLite(file, { timeout: 0 })
  const write = () => other.exec("insert into meta values ('database-id', 'of the other process')")
  await db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    expect(write).toThrow('database is locked')
    expect(await trx.selectFrom('meta').selectAll().execute()).toEqual([])
  })
  expect(write).not.toThrow()
  other.close()
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})
