// What for: puts a safety copy in the place of the whole database, and keeps what was there before.
// When: by hand, `npm run restore -- FILE`, after a mistake or a crash, while no process of the service runs.
import { readConfig } from '../admin-api/config.ts'
import { backupFolderIn } from '../admin-api/db/private-files.ts'
import { restoreDatabase } from '../admin-api/db/restore-database.ts'
import { restorePostgres } from '../admin-api/db/restore-postgres.ts'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || rest.length > 0) {
  console.error(
    'usage: npm run restore -- FILE\n\nFILE is a copy of the database, such as one in DATA_DIR/backups.'
  )
  process.exitCode = 1
} else {
  try {
    const { dataDir, databaseUrl } = readConfig(process.env)
    const safetyCopy = await (databaseUrl === null
      ? restoreDatabase(file, dataDir, new Date())
      : restorePostgres(file, databaseUrl, dataDir, new Date()))
    console.log(`The database is that of ${file} now.`)
    if (safetyCopy !== null) console.log(`What was there before is ${backupFolderIn(dataDir)}/${safetyCopy}.`)
    console.log('Next: npm start, which writes every page anew.')
  } catch (error) {
    console.error(`Nothing was restored: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
