// Switches the operator's second factor off, so that the password alone opens the admin pages again.
// When: by hand, `npm run second-factor-off`, when phone and recovery codes are lost; with SQLite stop the service first.
import { findSecondFactor, removeFactor } from '../admin-api/accounts/second-factor.ts'
import { writeLog } from '../admin-api/admin-log/admin-log.db.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions } from './command.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'

readOptions({})
const wasOn = await switchOff().catch(exitWith(''))
console.log(wasOn ? 'The second factor is off.' : 'There was no second factor.')

async function switchOff(): Promise<boolean> {
  await using db = openConfiguredDatabase()
  return await writeTransaction(db, async (trx) => {
    if ((await findSecondFactor(trx)) === null) return false
    await removeFactor(trx)
    const logFields = { level: 'WARNING', category: 'USER', action: 'UPDATE' } as const
    const message = 'The second factor was switched off from the shell'
    await writeLog(trx, { ...logFields, message }, new Date())
    return true
  })
}
