// Gives the signed record a new key, introduced by the current one; published signatures stay valid.
// When: by hand, `npm run rotate-record-key`, if database or backup may have leaked; stop a service with SQLite first.
import { rotateKey } from '../admin-api/estimates/signing-keys.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions } from './command.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'

readOptions({})
const id = await rotate().catch(exitWith(''))
console.log(`The new key is ${id}. The previous key introduced it and stays published.`)
console.log(
  'Make a backup now: a restored older one would sign with the old key, and its signatures would be rejected.'
)

async function rotate(): Promise<string> {
  await using db = openConfiguredDatabase()
  return await writeTransaction(db, (trx) => rotateKey(trx, new Date()))
}
