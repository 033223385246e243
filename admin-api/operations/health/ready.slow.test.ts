// Shows the same on any database.
import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'

let api: TestApi
afterEach(() => api.close())

async function start(check: () => Promise<void>): Promise<void> {
  api = await startApi({ services: { renderer: { check, render: async () => '' } } })
}

test('an instance with a slow renderer is ready', async () => {
  await start(() => new Promise(() => {}))
  expect(await api.get('/api/ready')).toMatchObject({ status: 200, body: { ready: true, renderer: 'ok' } })
})

test('health blames a renderer that does not answer, not the database', async () => {
  await start(() => new Promise(() => {}))
  expect(await api.get('/api/health')).toMatchObject({
    body: { reasons: ['The page renderer takes long to answer.'], as_of: '2026-05-29' }
  })
})

test('an instance that can render no page is not ready', async () => {
  await start(async () => {
    throw new Error('no build')
  })
  expect(await api.get('/api/ready')).toMatchObject({ status: 503, body: { ready: false, renderer: 'down' } })
})
