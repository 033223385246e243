// Switches the operator's second factor off, so that the password alone opens the admin pages again.
// When: by hand, `npm run second-factor-off`, when phone and recovery codes are lost; with SQLite stop the service first.
import { existsSync } from 'node:fs'
import { findSecondFactor, removeFactor } from '../admin-api/accounts/second-factor.ts'
import { writeLog } from '../admin-api/admin-log/admin-log.db.ts'
import { readConfig } from '../admin-api/config.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions } from './command.ts'

readOptions({})
const wasOn = await switchOff().catch(exitWith(''))
console.log(wasOn ? 'The second factor is off.' : 'There was no second factor.')

async function switchOff(): Promise<boolean> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const place = databaseUrl ?? databaseFileIn(dataDir)
  if (databaseUrl === null && !existsSync(place))
    throw new Error(`There is no database at ${place}; set DATA_DIR to the folder that the service uses.`)
  const db = openDatabase(place)
  try {
    return await writeTransaction(db, async (trx) => {
      if ((await findSecondFactor(trx)) === null) return false
      await removeFactor(trx)
      const about = { level: 'WARNING', category: 'USER', action: 'UPDATE' } as const
      const message = 'The second factor was switched off from the shell'
      await writeLog(trx, { ...about, message }, new Date())
      return true
    })
  } finally {
    await db.destroy()
  }
}
