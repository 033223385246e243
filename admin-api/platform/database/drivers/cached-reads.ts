import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

const maxStatements = 300
/** Limits the memory of one connection to about 20 MB. */
const maxRows = 100_000
/** Longer results are facts of all funds, which callers cache in a shorter form. */
const maxRowsOfResult = 20_000

/** Statements that change what others return. */
const changesTables = /^\s*(?:create|alter|drop|pragma|attach|detach)\b/i

/** Prepares each statement once: that takes longer than running most of them, and compiles a function for its rows. */
export function keepStatements(sqlite: SQLite.Database): (sql: string) => SQLite.Statement<unknown[]> {
  const statements = new Map<string, SQLite.Statement<unknown[]>>()
  return (sql) => {
    if (changesTables.test(sql) || statements.size >= maxStatements) statements.clear()
    const prepared = statements.get(sql)
    // A statement whose rows are being read can't run a second time meanwhile.
    if (prepared !== undefined && !prepared.busy) return prepared
    const statement = sqlite.prepare<unknown[]>(sql)
    if (!changesTables.test(sql)) statements.set(sql, statement)
    return statement
  }
}

/**
 * Caches results until another connection commits: hundreds of pages are rendered after one change and read the same
 * lists of funds. Checking whether the file has changed takes SQLite microseconds.
 */
export function cacheReads(sqlite: SQLite.Database): SqliteDatabase {
  const prepare = keepStatements(sqlite)
  const readVersion = sqlite.prepare('pragma data_version').pluck()
  const results = new Map<string, readonly unknown[]>()
  let version: unknown
  let cachedRows = 0

  function forgetResults(): void {
    results.clear()
    cachedRows = 0
  }

  function readAll(key: string, read: () => unknown[]): unknown[] {
    const newest = readVersion.get()
    if (newest !== version) forgetResults()
    version = newest
    const cached = results.get(key)
    if (cached !== undefined) return [...cached]
    const rows = read()
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
    prepare: (sql) => {
      const statement = prepare(sql)
      return {
        reader: statement.reader,
        all: (parameters) =>
          readAll(`${sql} ${JSON.stringify(parameters)}`, () => statement.all(...parameters)),
        run: (parameters) => statement.run(...[...parameters]),
        iterate: (parameters) => statement.iterate(...[...parameters])
      }
    }
  }
}
