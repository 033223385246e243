import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheReads } from './cached-reads.ts'

let folder: string
let writer: SQLite.Database
let reader: SQLite.Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-reads-'))
  const file = join(folder, 'test.sqlite')
  writer = new SQLite(file)
  writer.pragma('journal_mode = WAL')
  writer.exec("create table fund (symbol text); insert into fund values ('MSTY')")
  reader = new SQLite(file, { readonly: true })
})
afterEach(async () => {
  reader.close()
  writer.close()
  await rm(folder, { recursive: true, force: true })
})

test('a result is read once, until another connection commits', () => {
  const reads: string[] = []
  reader.function('seen', { deterministic: false }, (symbol) => {
    reads.push(String(symbol))
    return symbol
  })
  const db = cacheReads(reader)
  const symbols = (least: string) =>
    db.prepare('select seen(symbol) as symbol from fund where symbol >= ?').all([least])
  expect(symbols('A')).toEqual([{ symbol: 'MSTY' }])
  expect(symbols('A')).toEqual([{ symbol: 'MSTY' }])
  expect(symbols('Z')).toEqual([])
  expect(reads).toEqual(['MSTY'])

  writer.exec("begin; insert into fund values ('CONY')")
  expect(symbols('A')).toHaveLength(1)
  writer.exec('commit')
  expect(symbols('A')).toEqual([{ symbol: 'MSTY' }, { symbol: 'CONY' }])
})

test('a caller may sort its result, but not change a row that others get', () => {
  const db = cacheReads(reader)
  const read = () => db.prepare('select symbol from fund').all([]) as { symbol: string }[]
  const mine = read()
  mine.pop()
  expect(read()).toEqual([{ symbol: 'MSTY' }])
  const [row] = read()
  expect(() => {
    if (row) row.symbol = 'PLTY'
  }).toThrow(TypeError)
})
