// Copies a whole database into an empty one of the other kind, SQLite file or PostgreSQL, and compares checksums.
// When: by hand, `npm run move-database -- --from PLACE --to PLACE`, while no service uses either.
import { existsSync } from 'node:fs'
import { copyAllRows } from '../admin-api/platform/database/copy-all-rows.ts'
import { isPostgresUrl } from '../admin-api/platform/database/drivers/postgres.ts'
import { migrate } from '../admin-api/platform/database/migrations.ts'
import { openDatabase, openSnapshot } from '../admin-api/platform/database/open.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions, required, text } from './command.ts'

const { from, to } = readOptions({
  from: required(text('PLACE', 'file of a SQLite database, or postgres://user:password@host/name')),
  to: required(text('PLACE', 'the same; must be empty'))
})
await move().catch(exitWith('Nothing was moved: '))

async function move(): Promise<void> {
  if (!isPostgresUrl(from) && !existsSync(from)) throw new Error(`there is no file ${from}.`)
  const source = openDatabase(from)
  const target = openDatabase(to)
  try {
    // Both need the tables of this version.
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
