import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

const maxStatements = 500
/** Limits the memory of one connection to about 20 MB. */
const maxRows = 100_000
/** Longer results are facts of all funds, which callers cache in a shorter form. */
const maxRowsOfResult = 20_000

type CachedStatement = { statement: SQLite.Statement<unknown[]>; results: Map<string, readonly unknown[]> }

/**
 * Prepares each statement once, and caches results until another connection commits: hundreds of pages are rendered
 * after one change and read the same lists of funds. Checking whether the file has changed takes SQLite microseconds.
 */
export function cacheReads(sqlite: SQLite.Database): SqliteDatabase {
  const readVersion = sqlite.prepare('pragma data_version').pluck()
  const statements = new Map<string, CachedStatement>()
  let version: unknown
  let cachedRows = 0

  function forgetResults(): void {
    for (const { results } of statements.values()) results.clear()
    cachedRows = 0
  }

  function readAll({ statement, results }: CachedStatement, parameters: readonly unknown[]): unknown[] {
    const newest = readVersion.get()
    if (newest !== version) forgetResults()
    version = newest
    const key = JSON.stringify(parameters)
    const cached = results.get(key)
    if (cached !== undefined) return [...cached]
    const rows = statement.all(...parameters)
    if (rows.length > maxRowsOfResult) return rows
    if (cachedRows + rows.length > maxRows) forgetResults()
    for (const row of rows) Object.freeze(row)
    results.set(key, rows)
    // An empty result needs memory, too.
    cachedRows += rows.length + 1
    return [...rows]
  }

  return {
    close: () => void sqlite.close(),
    prepare: (text) => {
      if (statements.size >= maxStatements) {
        statements.clear()
        cachedRows = 0
      }
      const cached = statements.get(text) ?? {
        statement: sqlite.prepare<unknown[]>(text),
        results: new Map()
      }
      statements.set(text, cached)
      const { statement } = cached
      return {
        reader: statement.reader,
        all: (parameters) => readAll(cached, parameters),
        run: (parameters) => statement.run(...[...parameters]),
        iterate: (parameters) => statement.iterate(...[...parameters])
      }
    }
  }
}
