import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import express from 'express'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.ts'

test('a port that is taken is reported in one sentence', async () => {
  const { server, url } = await listen(express(), { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const port = Number(new URL(url).port)
  await expect(listen(express(), { host: '127.0.0.1', port, maxConnections: 10 })).rejects.toThrow(
    `port ${port} is in use; stop what runs there or set PORT to another one.`
  )
  await closeServer(server)
})

test('a request under way is answered before the server closes', async () => {
  const app = express()
  app.get('/', async (_request, response) => {
    await setTimeout(200)
    response.send('done')
  })
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const answer = fetch(url)
  await once(server, 'request')
  await closeServer(server)
  expect(await (await answer).text()).toBe('done')
  await expect(fetch(url)).rejects.toThrow()
})
