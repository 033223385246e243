import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/**
 * Milliseconds of each part on the machine with factor 1: the two-core development machine, idle, when the budgets were
 * set. Later runs on it took 23 to 28, 43 to 60 and 8 to 9.
 */
const reference = { javascript: 23, sqlite: 60, files: 8 } as const
const runs = 7

/** Runs a fixed workload of JavaScript, SQLite and file writes, so that budgets can be judged on any machine. */
export function measureMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'doubloon-calibration-'))
  const parts = {
    javascript: bestOf(runJavaScript),
    sqlite: bestOf(() => runSqlite(join(folder, 'test.sqlite'))),
    files: bestOf(() => writeFiles(folder))
  }
  rmSync(folder, { recursive: true, force: true })
  const names = ['javascript', 'sqlite', 'files'] as const
  const product = names.reduce((all, name) => (all * parts[name]) / reference[name], 1)
  /** How many times slower than the reference: the geometric mean of the parts, which are the best of the runs in ms. */
  const factor = product ** (1 / names.length)
  return { factor, parts }
}

function bestOf(run: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  return Math.min(...times)
}

/** Objects, text and numbers, as when pages are rendered. */
function runJavaScript(): void {
  const rows = Array.from({ length: 60_000 }, (_, i) => ({ symbol: `F${i % 133}`, amount: Math.sin(i) }))
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol)
  const lines = [...bySymbol].map(([symbol, own]) =>
    own
      .toSorted((a, b) => a.amount - b.amount)
      .map(({ amount }) => `<td>${symbol} ${amount.toFixed(4)}</td>`)
      .join('')
  )
  if (JSON.stringify(lines).length < 1_000_000) throw new Error('the workload was optimized away')
}

function runSqlite(file: string): void {
  rmSync(file, { force: true })
  const db = new SQLite(file)
  db.exec('create table price (symbol text, day integer, close real, primary key (symbol, day))')
  const insert = db.prepare('insert into price values (?, ?, ?)')
  db.transaction(() => {
    for (let i = 0; i < 20_000; i += 1) insert.run(`F${i % 133}`, i, i / 7)
  })()
  const read = db.prepare('select day, close from price where symbol = ? order by day')
  for (let i = 0; i < 133; i += 1) read.all(`F${i}`)
  db.close()
}

/** Flushes each file, like the page writer. */
function writeFiles(folder: string): void {
  const bytes = Buffer.alloc(100_000, 'x')
  for (let i = 0; i < 20; i += 1) {
    const file = openSync(join(folder, `${i}.html`), 'w')
    writeSync(file, bytes)
    fsyncSync(file)
    closeSync(file)
  }
}
