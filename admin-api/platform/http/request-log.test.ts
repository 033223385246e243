import { once } from 'node:events'
import express from 'express'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { closeServer, listen } from './listen.ts'
import { watchRequests } from './request-log.ts'

test('at level info all requests are logged except load balancer probes, sent every few seconds', async () => {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).url) })
  const app = express()
  app.use(watchRequests(log, new Registry()))
  app.use((_request, response) => response.send('here'))
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  for (const path of ['/api/ready', '/api/ready/pages', '/api/ready/pages?x=1', '/msty?a=1']) {
    const [answer] = await Promise.all([fetch(url + path), once(server, 'request')])
    await answer.text()
  }
  await closeServer(server)
  expect(logged).toEqual(['/msty?a=1'])
})
