import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readLogs } from '../contract/admin-log.ts'
import { startApi } from '../testing/api.ts'
import { seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { type LogEntry, writeLog } from './admin-log.db.ts'

const path = '/api/admin/logs'
let headers: Record<string, string>

const api = forEachTest(() => startApi({ content: 'tables' }))
beforeEach(async () => {
  headers = await api.signIn()
})

async function log(message: string, given: Partial<LogEntry> = {}): Promise<void> {
  const line = { level: 'INFO', category: 'SYSTEM', action: 'CREATE', message } as const
  await writeLog(api.db, { ...line, ...given }, seededAt)
}

async function read(query = '') {
  const { body } = await api.get(`${path}?${query}`, headers)
  return readLogs.output.parse(body)
}

async function readMessages(query: string): Promise<string[]> {
  return (await read(query)).logs.map(({ message }) => message)
}

test('a line shows who did what, to what, and from where; newest first', async () => {
  await log('older')
  await log('Approved MSTY', {
    category: 'MANUAL_ENTRY',
    action: 'APPROVE',
    actor: { userId: 'admin', ipShort: '203.0.113.0' },
    metadata: { amount: 0.5 },
    symbol: 'MSTY',
    entityId: 7
  })
  const { logs, total } = await read()
  expect(total).toBe(2)
  expect(logs.map(({ message }) => message)).toEqual(['Approved MSTY', 'older'])
  expect(logs[0]).toEqual({
    id: 2,
    timestamp: '2026-06-01T12:00:00.000Z',
    level: 'INFO',
    category: 'MANUAL_ENTRY',
    action: 'APPROVE',
    message: 'Approved MSTY',
    user_id: 'admin',
    ip_address: '203.0.113.0',
    metadata: { amount: 0.5 },
    ticker: 'MSTY',
    entity_id: '7'
  })
  expect(logs[1]).toMatchObject({ user_id: null, ip_address: null, metadata: null, ticker: null })
})

test('each filter narrows the list, and all filters work together', async () => {
  await log('a', { level: 'ERROR', symbol: 'MSTY' })
  await log('b', { level: 'ERROR', category: 'USER', action: 'DELETE' })
  await log('c', { category: 'USER', symbol: 'MSTY' })
  expect(await readMessages('level=ERROR')).toEqual(['b', 'a'])
  expect(await readMessages('category=USER')).toEqual(['c', 'b'])
  expect(await readMessages('action=DELETE')).toEqual(['b'])
  expect(await readMessages('ticker=msty')).toEqual(['c', 'a'])
  expect(await readMessages('level=ERROR&category=USER&action=DELETE')).toEqual(['b'])
  expect(await read('level=WARNING')).toEqual({ logs: [], total: 0 })
})

test('lines are found by case-insensitive text and by time', async () => {
  await log('Approved MSTY: 100 %_ checked')
  await log('Approved ULTY')
  await writeLog(
    api.db,
    { level: 'INFO', category: 'SYSTEM', action: 'CREATE', message: 'later' },
    new Date('2026-06-03T00:00:00Z')
  )
  expect(await readMessages('q=approved')).toEqual(['Approved ULTY', 'Approved MSTY: 100 %_ checked'])
  expect(await readMessages(`q=${encodeURIComponent('%_')}`)).toEqual(['Approved MSTY: 100 %_ checked'])
  expect(await readMessages('from=2026-06-03T00:00:00Z')).toEqual(['later'])
  expect(await readMessages('q=ulty&before=2026-06-03T00:00:00Z')).toEqual(['Approved ULTY'])
})

test('pages do not overlap, and the total counts all lines that match the filter', async () => {
  for (let i = 0; i < 60; i += 1) await log(`line ${i}`)
  const [first, second] = [await read('limit=25'), await read('limit=25&offset=50')]
  expect([first.logs.length, first.total, first.logs[0]?.message]).toEqual([25, 60, 'line 59'])
  expect([second.logs.length, second.logs.at(-1)?.message]).toEqual([10, 'line 0'])
  expect((await read()).logs).toHaveLength(50)
  expect((await read('offset=1000')).logs).toEqual([])
})

const invalidFilters = [
  'level=LOUD',
  'category=x',
  'action=',
  'ticker=TOOLONG',
  'limit=0',
  'limit=101',
  'limit=x',
  'offset=-1',
  'from=yesterday'
]

test('invalid filters are refused with 400', async () => {
  for (const query of invalidFilters)
    expect.soft(await api.get(`${path}?${query}`, headers), query).toMatchObject({
      status: 400,
      body: { message: expect.any(String) }
    })
})

test('a damaged line is marked as such and hides no other line', async () => {
  await log('good')
  for (const metadata of ['{"cut": ', '[1]', 'null', '7']) {
    await sql`insert into admin_log (timestamp, level, category, action, message, metadata)
      values ('?', 'LOUD', 'SHIP', 'SINK', 'damaged', ${metadata})`.execute(api.db)
  }
  const { logs, total } = await read()
  expect([logs.length, total]).toEqual([5, 5])
  expect(logs.at(-1)?.message).toBe('good')
  expect(logs[3]).toMatchObject({
    level: 'ERROR',
    category: 'SYSTEM',
    action: 'DATA_INCONSISTENCY',
    metadata: { unreadable: '{"cut": ' }
  })
})

test('clearing leaves one line, which names the operator and the number of lines', async () => {
  for (const message of ['a', 'b', 'c']) await log(message)
  const { status, body } = await api.send('DELETE', path, undefined, {
    ...headers,
    'x-forwarded-for': '203.0.113.77'
  })
  expect([status, body]).toEqual([200, { message: '3 log lines were cleared.' }])
  const { logs, total } = await read()
  expect(total).toBe(1)
  expect(logs[0]).toMatchObject({
    level: 'WARNING',
    category: 'SYSTEM',
    action: 'DELETE',
    message: 'Cleared the log (3 lines)',
    user_id: 'admin',
    ip_address: '203.0.113.0',
    metadata: { lines: 3 }
  })
})
