// Gives the signed record a new key, which the present one introduces; published signatures stay valid.
// When: by hand, `npm run rotate-record-key`, when others may have read the database or a backup; with SQLite stop the service first.
import { existsSync } from 'node:fs'
import { readConfig } from '../admin-api/config.ts'
import { rotateKey } from '../admin-api/estimates/signing-keys.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions } from './command.ts'

readOptions({})
const id = await rotate().catch(exitWith(''))
console.log(`The new key is ${id}. The one before introduced it and stays published.`)
console.log(
  'Make a backup now: a restored older one would sign with the old key, and its signatures would be refused.'
)

async function rotate(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const place = databaseUrl ?? databaseFileIn(dataDir)
  if (databaseUrl === null && !existsSync(place))
    throw new Error(`There is no database at ${place}; set DATA_DIR to the folder that the service uses.`)
  const db = openDatabase(place)
  try {
    return await writeTransaction(db, (trx) => rotateKey(trx, new Date()))
  } finally {
    await db.destroy()
  }
}
