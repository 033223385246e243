import { expect, test } from 'vitest'
import { forEachTest } from '../../testing/fixtures.ts'
import { startYahoo } from '../../testing/yahoo-server.ts'
import { createChangeReader } from './change-reader.ts'

const url = 'https://source.example/list'
const minuteMs = 60_000
const modified = 'Tue, 02 Jun 2026 12:00:00 GMT'

let now: number
let text: string
let validators: Record<string, string>
/** Whether the site answers 304 to validators that it sent, whatever its text. */
let sends304: boolean
let sent: (string | undefined)[]
const server = forEachTest(() => {
  now = Date.parse('2026-06-03T13:00:00Z')
  text = 'first'
  validators = { etag: '"a"' }
  sends304 = true
  sent = []
  return startYahoo(({ headers }) => {
    const [etag, since] = [headers['if-none-match'], headers['if-modified-since']]
    sent.push(etag ?? since)
    const isKnown = sends304 && (etag ?? since) !== undefined
    const isSame = isKnown && (etag ?? since) === (validators['etag'] ?? validators['last-modified'])
    return isSame ? 304 : { headers: { 'content-type': 'text/plain', ...validators }, body: text }
  })
})

function open() {
  const parts = { fetch: server.fetch, clock: () => new Date(now), sleep: async () => undefined }
  const { read } = createChangeReader('A source', 'Doubloon', parts)
  return async (minutes: number) => {
    now += minutes * minuteMs
    return read(url, 'text/plain')
  }
}

test('an unchanged text costs a 304, and a changed one is read', async () => {
  const readAfter = open()
  expect([await readAfter(0), await readAfter(3), await readAfter(3)]).toEqual(['first', null, null])
  expect(sent).toEqual([undefined, '"a"', '"a"'])
  text = 'second'
  validators = { etag: '"b"' }
  expect([await readAfter(3), await readAfter(3)]).toEqual(['second', null])
})

test('a site without an ETag is asked by its day, but not by one in the future', async () => {
  validators = { 'last-modified': modified }
  const readAfter = open()
  expect([await readAfter(0), await readAfter(3)]).toEqual(['first', null])
  validators = { 'last-modified': 'Fri, 05 Jun 2026 12:00:00 GMT' }
  text = 'second'
  expect([await readAfter(3), await readAfter(3)]).toEqual(['second', null])
  expect(sent).toEqual([undefined, modified, modified, undefined])
})

test('a source that lies about Last-Modified is found out within 15 minutes and read in full from then on', async () => {
  validators = { 'last-modified': modified }
  const readAfter = open()
  await readAfter(0)
  text = 'second'
  expect(await readAfter(3)).toBeNull()
  expect(await readAfter(12)).toBe('second')
  text = 'third'
  expect(await readAfter(3)).toBe('third')
  expect(sent).toEqual([undefined, modified, undefined, undefined])
})

test('a text without validators is compared, and a 304 that nobody asked for is a fault', async () => {
  validators = {}
  const readAfter = open()
  expect([await readAfter(0), await readAfter(3)]).toEqual(['first', null])
  const parts = {
    fetch: async () => new Response(null, { status: 304 }),
    clock: () => new Date(now),
    sleep: async () => undefined
  }
  const { read } = createChangeReader('A source', 'Doubloon', parts)
  await expect(read(url, 'text/plain')).rejects.toThrow(
    'A source: the site says that a page is unchanged that was never read.'
  )
})
