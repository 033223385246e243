// What for: switches the operator's second factor off, so that the password alone opens the bridge again.
// When: by hand, `npm run second-factor-off`, when phone and recovery codes are lost; with SQLite stop the service first.
import { existsSync } from 'node:fs'
import { readConfig } from '../admin-api/config.ts'
import { writeLog } from '../admin-api/admin-log/admin-log.db.ts'
import { openDatabase } from '../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../admin-api/platform/database/private-files.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { findSecondFactor, removeFactor } from '../admin-api/accounts/second-factor/second-factor.ts'

try {
  const wasOn = await switchOff(findDatabase())
  console.log(wasOn ? 'The second factor is off.' : 'There was no second factor.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function findDatabase(): string {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null) return databaseUrl
  const file = databaseFileIn(dataDir)
  if (existsSync(file)) return file
  throw new Error(`There is no database at ${file}; set DATA_DIR to the folder that the service uses.`)
}

async function switchOff(place: string): Promise<boolean> {
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
