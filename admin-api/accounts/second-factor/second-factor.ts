import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import { deleteMeta, readMeta, writeMeta } from '../../platform/database/meta.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { hashRecoveryCode, makeRecoveryCodes, plainCode } from './recovery-codes.ts'
import { makeSecret, stepOfCode } from './time-codes.ts'

/** Kept whole under one key of meta, so that it changes in one write. */
const SecondFactor = z.object({
  secret: z.string(),
  /** False until a code made with the secret was confirmed. */
  isOn: z.boolean(),
  /** A code works once: those of this step and before it are used up. */
  lastStep: z.number(),
  recoveryHashes: z.array(z.string())
})
type SecondFactor = z.output<typeof SecondFactor>

/** The second factor of a login; null while there is none, begun ones aside. */
export async function findSecondFactor(db: Kysely<Database>): Promise<SecondFactor | null> {
  const factor = await readFactor(db)
  return factor?.isOn ? factor : null
}

/** Makes a secret that waits for its first code. @returns it, or null while a second factor is on. */
export async function beginFactor(db: Kysely<Database>): Promise<string | null> {
  return writeTransaction(db, async (trx) => {
    if ((await findSecondFactor(trx)) !== null) return null
    const secret = makeSecret()
    await writeFactor(trx, { secret, isOn: false, lastStep: 0, recoveryHashes: [] })
    return secret
  })
}

/** Switches it on with the first code. @returns the recovery codes, which are stored nowhere; null for a wrong code. */
export async function confirmFactor(db: Kysely<Database>, code: string, now: Date): Promise<string[] | null> {
  return writeTransaction(db, async (trx) => {
    const factor = await readFactor(trx)
    const step = factor === null || factor.isOn ? null : stepOfCode(factor.secret, plainCode(code), now)
    if (factor === null || step === null) return null
    const recoveryCodes = makeRecoveryCodes()
    const recoveryHashes = recoveryCodes.map(hashRecoveryCode)
    await writeFactor(trx, { ...factor, isOn: true, lastStep: step, recoveryHashes })
    return recoveryCodes
  })
}

/** Whether the code is right; if so it is used up, in the same transaction, so that of two at once one is right. */
export async function spendCode(db: Kysely<Database>, code: string, now: Date): Promise<boolean> {
  return writeTransaction(db, async (trx) => {
    const factor = await findSecondFactor(trx)
    const used = factor && spend(factor, code, now)
    if (used === null) return false
    await writeFactor(trx, used)
    return true
  })
}

export async function removeFactor(db: Kysely<Database>): Promise<void> {
  await deleteMeta(db, 'second-factor')
}

function spend(factor: SecondFactor, code: string, now: Date): SecondFactor | null {
  const step = stepOfCode(factor.secret, plainCode(code), now)
  if (step !== null) return step > factor.lastStep ? { ...factor, lastStep: step } : null
  const hash = hashRecoveryCode(code)
  if (!factor.recoveryHashes.includes(hash)) return null
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((other) => other !== hash) }
}

async function readFactor(db: Kysely<Database>): Promise<SecondFactor | null> {
  const stored = await readMeta(db, 'second-factor')
  return stored === null ? null : SecondFactor.parse(JSON.parse(stored))
}

async function writeFactor(trx: Transaction<Database>, factor: SecondFactor): Promise<void> {
  await writeMeta(trx, 'second-factor', JSON.stringify(factor))
}
