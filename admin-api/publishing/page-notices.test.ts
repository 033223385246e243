import { beforeEach, expect, test } from 'vitest'
import { writeMeta } from '../platform/database/meta.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { enqueuePages } from './page-log.db.ts'
import { onPagesQueued } from './page-notices.ts'

const now = new Date('2026-06-01T12:00:00Z')
let queuesSeen: Promise<string[]>[]
let stop: () => void

const database = forEachTest(() => openTestDatabase('tables'))
beforeEach(async () => {
  queuesSeen = []
  stop = onPagesQueued(database.db, () => queuesSeen.push(readQueuedPaths(database.db)))
})

test('a listener is called once after the commit, and not when no page was queued', async () => {
  await writeTransaction(database.db, async (trx) => {
    await enqueuePages(trx, ['/msty'], now)
    await enqueuePages(trx, ['/'], now)
    expect(queuesSeen).toEqual([])
  })
  expect(await Promise.all(queuesSeen)).toEqual([['/msty', '/']])
  await writeTransaction(database.db, (trx) => writeMeta(trx, 'database-id', 'x'))
  await writeTransaction(database.db, (trx) => enqueuePages(trx, [], now))
  expect(queuesSeen).toHaveLength(1)
  stop()
  await writeTransaction(database.db, (trx) => enqueuePages(trx, ['/'], now))
  expect(queuesSeen).toHaveLength(1)
})

test('a transaction that fails queues nothing and calls no listener', async () => {
  const failing = writeTransaction(database.db, async (trx) => {
    await enqueuePages(trx, ['/'], now)
    throw new Error('the last step failed')
  })
  await expect(failing).rejects.toThrow('the last step failed')
  expect(queuesSeen).toEqual([])
  expect(await readQueuedPaths(database.db)).toEqual([])
})

test('a listener is not called for pages of another database', async () => {
  const other = await openTestDatabase('tables')
  await writeTransaction(other.db, (trx) => enqueuePages(trx, ['/'], now))
  expect(queuesSeen).toEqual([])
  await other.close()
})
