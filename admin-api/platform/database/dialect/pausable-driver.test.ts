import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import { migrate } from '../migrations.ts'
import { openDatabase, pauseWrites } from '../open.ts'
import type { Database } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'

const key = 'market-data'

let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db)
  await writeMeta(db, key, 'first')
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true, force: true })
})

function write(value: string): Promise<unknown> {
  return writeTransaction(db, (trx) => writeMeta(trx, key, value))
}

async function aMoment(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
}

test('while another connection writes for long, this one reads on, and its writes wait for the end', async () => {
  const resume = await pauseWrites(db)
  const other = openDatabase(file)
  const done: string[] = []
  const waiting = [
    write('second').then(() => done.push('transaction')),
    db
      .deleteFrom('session')
      .execute()
      .then(() => done.push('statement'))
  ]
  await writeTransaction(other, async (trx) => {
    await writeMeta(trx, key, 'other')
    await aMoment()
    expect(await readMeta(db, key)).toBe('first')
  })
  expect(await readMeta(db, key)).toBe('other')
  expect(done).toEqual([])
  resume()
  await Promise.all(waiting)
  expect(done.sort()).toEqual(['statement', 'transaction'])
  expect(await readMeta(db, key)).toBe('second')
  await other.destroy()
})

test('a pause begins when the open transaction has ended, and before those that wait for their turn', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isOpen, resolve: begin } = Promise.withResolvers<void>()
  const open = writeTransaction(db, async (trx) => {
    begin()
    await mayEnd
    await writeMeta(trx, key, 'open')
  })
  await isOpen
  const next = write('next')
  let hasBegun = false
  const pause = pauseWrites(db).then((resume) => {
    hasBegun = true
    return resume
  })
  await aMoment()
  expect(hasBegun).toBe(false)
  end()
  const resume = await pause
  await open
  await aMoment()
  expect(await readMeta(db, key)).toBe('open')
  resume()
  await next
  expect(await readMeta(db, key)).toBe('next')
})

test('a transaction that fails gives the connection back', async () => {
  await expect(
    writeTransaction(db, async () => {
      throw new Error('no')
    })
  ).rejects.toThrow('no')
  await write('after')
  expect(await readMeta(db, key)).toBe('after')
})
