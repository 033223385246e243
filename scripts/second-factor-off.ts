// What for: switches the operator's second factor off, so that the password alone opens the bridge again.
// When: by hand, `npm run second-factor-off`, when phone and recovery codes are lost; stop the service first.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../admin-api/config.ts'
import { writeLog } from '../admin-api/db/admin-log.db.ts'
import { openDatabase } from '../admin-api/db/open.ts'
import { writeTransaction } from '../admin-api/db/write-transaction.ts'
import { findSecondFactor, removeFactor } from '../admin-api/features/auth/second-factor/second-factor.ts'

const file = join(readConfig(process.env).dataDir, 'doubloon.sqlite')
if (!existsSync(file)) {
  console.error(`There is no database at ${file}; set DATA_DIR to the folder that the service uses.`)
  process.exit(1)
}
const db = openDatabase(file)
const wasOn = await writeTransaction(db, async (trx) => {
  if ((await findSecondFactor(trx)) === null) return false
  await removeFactor(trx)
  const about = { level: 'WARNING', category: 'USER', action: 'UPDATE' } as const
  await writeLog(trx, { ...about, message: 'The second factor was switched off from the shell' }, new Date())
  return true
})
await db.destroy()
console.log(wasOn ? 'The second factor is off.' : 'There was no second factor.')
