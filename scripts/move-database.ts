// Copies a database, SQLite file or PostgreSQL, into an empty one of either kind and compares checksums.
// When: by hand, `npm run move-database -- --from PLACE --to PLACE`, while no service uses either.
import { moveDatabase } from '../admin-api/platform/database/move-database.ts'
import { exitWith, readOptions, required, text } from './command.ts'

const databases = readOptions({
  from: required(text('PLACE', 'file of a SQLite database, or postgres://user:password@host/name')),
  to: required(text('PLACE', 'the same; must be empty'))
})
await move().catch(exitWith('Nothing was moved: '))

async function move(): Promise<void> {
  const copies = await moveDatabase(databases, new Date())
  for (const { table, rows, checksum } of copies)
    console.log(`${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${checksum}`)
  console.log('Every table has the same number of rows and the same checksum in both.')
}
