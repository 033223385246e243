// What for: copies a whole database into an empty one of the other kind, SQLite file or PostgreSQL, and proves it.
// When: by hand, `npm run move-database -- --from FILE --to postgres://user:password@host/name`, or the other way round,
// while no service runs on either.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { copyAllRows } from '../admin-api/platform/database/copy-all-rows.ts'
import { isPostgresUrl } from '../admin-api/platform/database/dialect/postgres.ts'
import { migrate } from '../admin-api/platform/database/migrations.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { openSnapshot } from '../admin-api/platform/database/snapshot.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'

const usage =
  'usage: npm run move-database -- --from SOURCE --to TARGET\n\nEach is the file of a SQLite database or the address of a PostgreSQL one, postgres://user:password@host/name. The target must be empty.'

try {
  await move()
} catch (error) {
  console.error(`Nothing was moved: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function move(): Promise<void> {
  const { from, to } = readPlaces()
  const source = openDatabase(from)
  const target = openDatabase(to)
  try {
    // Both must have the tables of this version.
    await migrate(source)
    await migrate(target)
    const snapshot = await openSnapshot(source)
    try {
      const copies = await writeTransaction(target, (trx) => copyAllRows(snapshot, trx))
      for (const { table, rows, checksum } of copies)
        console.log(`${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${checksum}`)
      console.log('Every table has the same number of rows and the same checksum in both.')
    } finally {
      await snapshot.destroy()
    }
  } finally {
    await source.destroy()
    await target.destroy()
  }
}

function readPlaces(): { from: string; to: string } {
  const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values
  if (from === undefined || to === undefined) throw new Error(usage)
  if (!isPostgresUrl(from) && !existsSync(from)) throw new Error(`there is no file ${from}.`)
  return { from, to }
}
