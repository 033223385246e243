import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/start-api.ts'

let api: TestApi
afterEach(() => api.stop())

async function start(check: () => Promise<void>): Promise<void> {
  api = await startApi({ services: { renderer: { check, draw: async () => '' } } })
}

test('a node that draws slowly stays one that calls may go to', async () => {
  await start(() => new Promise(() => {}))
  expect(await api.get('/api/ready')).toMatchObject({ status: 200, body: { ready: true, renderer: 'ok' } })
})

test('a node that can draw no page is not ready', async () => {
  await start(async () => {
    throw new Error('no build')
  })
  expect(await api.get('/api/ready')).toMatchObject({ status: 503, body: { ready: false, renderer: 'down' } })
})
