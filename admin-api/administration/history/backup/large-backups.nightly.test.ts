// Shows the same on any database.
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApi } from '../../../testing/api.ts'
import { forEachTest } from '../../../testing/fixtures.ts'

const path = '/api/admin/dividend-history/import'

const symbols = ['CONY', 'MSTY', 'NVDY', 'QQQT', 'TSLY', 'ULTY', 'XDTE', 'YMAX']
const api = forEachTest(() => startApi({ content: symbols, hasBackOffice: true }))

/** About 60 MB: `start`, and millions of `unit` without an end. */
function* repeat(start: string, unit: string): Generator<Buffer> {
  yield Buffer.from(start)
  const chunk = Buffer.from(unit.repeat(Math.floor(1_000_000 / unit.length)))
  for (let chunksLeft = 60; chunksLeft > 0; chunksLeft -= 1) yield chunk
}

/** 2,400 payments: one a day for 300 days for each of eight funds. */
function* writeRecords(): Generator<Buffer> {
  let separator = '{"version":"1","data":['
  for (const ticker of symbols) {
    for (let day = 0; day < 300; day += 1) {
      const [ex_date, payment_date] = [day, day + 1].map((later) =>
        new Date(Date.UTC(2020, 1, 1 + later)).toISOString().slice(0, 10)
      )
      const record = { ticker, ex_date, payment_date, actual_dividend: 0.2 + (day % 17) / 100 }
      yield Buffer.from(`${separator}${JSON.stringify(record)}`)
      separator = ',\n'
    }
  }
  yield Buffer.from(']}')
}

/**
 * Restores while requesting pages and estimates. @returns the response, and the number of requests answered before
 * it
 */
async function restoreAndVisit(chunks: Generator<Buffer>) {
  const headers = { ...(await api.signIn()), 'content-type': 'application/json' }
  let answeredMeanwhile = 0
  let isDone = false
  async function visit(send: () => Promise<unknown>): Promise<void> {
    while (!isDone) {
      await send()
      if (!isDone) answeredMeanwhile += 1
      await setTimeout(20)
    }
  }
  const visits = [
    visit(() => api.get('/robots.txt')),
    visit(() => api.post('/api/stock/search', { symbol: 'MSTY' })),
    visit(() => api.get('/api/blog/posts'))
  ]
  const body = Readable.toWeb(Readable.from(chunks)) as BodyInit
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers,
    body,
    duplex: 'half'
  } as RequestInit)
  const answer = { status: response.status, body: await response.json() }
  isDone = true
  await Promise.all(visits)
  return { answer, answeredMeanwhile }
}

// About a hundred on an idle machine; three when the main thread did the work.
const minAnswered = 10

test.each([
  ['empty lists', '{"version":"1","data":[', '[],', 'record 1 (?, ?): it must be an object.'],
  ['empty records', '{"version":"1","data":[', '{},', 'record 1 (?, ?): ticker must be text.'],
  [
    'objects in another field',
    '{"version":"1","posts":[',
    '{},',
    'its first 64 kB contain no complete record.'
  ],
  ['lists in lists', '{"version":"1","data":', '[', 'it is nested more deeply than any backup.'],
  ['one text', '{"version":"', 'x', 'its first 64 kB contain no complete record.'],
  ['blanks', '{"version":"1",', ' ', 'its first 64 kB contain no complete record.']
])('60 MB of %s are refused while visitors are served', async (_case, start, unit, message) => {
  const { answer } = await restoreAndVisit(repeat(start, unit))
  expect(answer).toEqual({ status: 400, body: { message: `Invalid Backup File: ${message}` } })
})

test('2,400 records are checked, written and estimated while visitors are served', async () => {
  const { answer, answeredMeanwhile } = await restoreAndVisit(writeRecords())
  expect(answer).toMatchObject({ status: 200, body: { recordCount: 2400 } })
  expect(answeredMeanwhile).toBeGreaterThan(minAnswered)
})
