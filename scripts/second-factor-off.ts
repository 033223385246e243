// Switches the operator's second factor off, so that the password alone opens the admin pages again.
// When: by hand, `npm run second-factor-off`, when phone and recovery codes are lost; with SQLite stop the service first.
import { findFactorState, removeFactor } from '../admin-api/accounts/second-factor.ts'
import { writeLog } from '../admin-api/admin-log/admin-log.db.ts'
import { writeTransaction } from '../admin-api/platform/database/write-transaction.ts'
import { exitWith, readOptions } from './command.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'

readOptions({})
const outcomes = {
  on: 'The second factor is off.',
  damaged: 'The second factor was damaged and is off. Log in with the password, and set it up again.',
  off: 'There was no second factor.'
}
console.log(outcomes[await switchOff().catch(exitWith(''))])

async function switchOff(): Promise<keyof typeof outcomes> {
  await using db = openConfiguredDatabase()
  return await writeTransaction(db, async (trx) => {
    const state = await findFactorState(trx)
    if (state === 'off') return state
    await removeFactor(trx)
    const logFields = { level: 'WARNING', category: 'USER', action: 'UPDATE' } as const
    const message = 'The second factor was switched off from the shell'
    await writeLog(trx, { ...logFields, message }, new Date())
    return state
  })
}
