import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { seededAt } from '../../testing/seeded-file.ts'
import { startApi, type TestApi } from '../../testing/start-api.ts'

let api: TestApi

beforeEach(async () => {
  api = await startApi({ isSeeded: false })
  await api.db.insertInto('fund').values(makeFund()).execute()
})
afterEach(() => api.stop())

test('without prices there is nothing to tell', async () => {
  expect((await api.get('/api/health')).body).toEqual({ status: 'degraded', as_of: null, pages_waiting: 0 })
})

test('all is well with data, though a page waits to be written', async () => {
  await api.db.insertInto('price').values(makeClose()).execute()
  await enqueuePages(api.db, ['/', '/msty'], seededAt)
  expect((await api.get('/api/health')).body).toEqual({ status: 'ok', as_of: '2026-05-29', pages_waiting: 2 })
})

test('a page that has waited for over five minutes is a fault', async () => {
  await api.db.insertInto('price').values(makeClose()).execute()
  await enqueuePages(api.db, ['/msty'], new Date(seededAt.getTime() - 301_000))
  expect((await api.get('/api/health')).body).toMatchObject({ status: 'degraded', pages_waiting: 1 })
})
