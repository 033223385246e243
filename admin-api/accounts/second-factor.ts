import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod'
import { deleteMeta, readMeta, writeMetaValue } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import { closeOtherSessions } from './accounts.db.ts'

/** RFC 4226 requires 128 bits. Codes of an empty or short secret can be calculated by anyone. */
const leastSecretBytes = 16
const bitsPerBase32Letter = 5

function isSafeSecret(secret: string): boolean {
  return /^[A-Z2-7]+$/.test(secret) && secret.length * bitsPerBase32Letter >= leastSecretBytes * 8
}

/** Stored under a single key of meta, so that it changes in one write. */
const SecondFactor = z.object({
  secret: z.string().refine(isSafeSecret),
  /** False until a first code was confirmed. */
  isOn: z.boolean(),
  /** Each code works once: codes of this time step and before are used up. */
  lastStep: z.number(),
  recoveryHashes: z.array(z.string())
})
type SecondFactor = z.output<typeof SecondFactor>

/** The stored second factor can't be read, or its secret is too short. Nobody can log in until it is removed. */
class DamagedFactorError extends ApiError {
  constructor() {
    super(
      'conflict',
      'The stored second factor is damaged, so nobody can log in. Run npm run second-factor-off on the server, log in with the password, and set it up again.'
    )
  }
}

/** Returns the second factor of the login; null while it is off or not confirmed yet. @throws DamagedFactorError */
export async function findSecondFactor(db: Db): Promise<SecondFactor | null> {
  const factor = await readFactor(db)
  return factor?.isOn ? factor : null
}

/** Makes a secret that a first code has to confirm. @returns the secret, or null while a second factor is on */
export async function beginFactor(db: Db): Promise<string | null> {
  return writeTransaction(db, async (trx) => {
    if ((await findSecondFactor(trx)) !== null) return null
    const secret = new Secret({ size: secretBytes }).base32
    await writeFactor(trx, { secret, isOn: false, lastStep: 0, recoveryHashes: [] })
    return secret
  })
}

/**
 * Switches the second factor on and ends all sessions except that of `token`: the others may have been opened with a
 * stolen password.
 * @returns recovery codes, which are stored as hashes only; null for a wrong code
 */
export async function confirmFactor(
  db: Db,
  { code, token }: { code: string; token: string },
  now: Date
): Promise<string[] | null> {
  return writeTransaction(db, async (trx) => {
    const factor = await readFactor(trx)
    const step = factor === null || factor.isOn ? null : stepOfCode(factor.secret, plainCode(code), now)
    if (factor === null || step === null) return null
    const recoveryCodes = makeRecoveryCodes()
    const recoveryHashes = recoveryCodes.map(hashRecoveryCode)
    await writeFactor(trx, { ...factor, isOn: true, lastStep: step, recoveryHashes })
    await closeOtherSessions(trx, token)
    return recoveryCodes
  })
}

/** Checks a code and uses it up in the same transaction, so that it can't be used twice at once. */
export async function spendCode(db: Db, code: string, now: Date): Promise<boolean> {
  return writeTransaction(db, async (trx) => {
    const factor = await findSecondFactor(trx)
    const used = factor && spend(factor, code, now)
    if (used === null) return false
    await writeFactor(trx, used)
    return true
  })
}

export async function removeFactor(db: Db): Promise<void> {
  await deleteMeta(db, 'second-factor')
}

/** Whether a second factor is on. A damaged one asks for codes that nobody has. */
export async function findFactorState(db: Db): Promise<'on' | 'off' | 'damaged'> {
  try {
    return (await findSecondFactor(db)) === null ? 'off' : 'on'
  } catch (error) {
    if (error instanceof DamagedFactorError) return 'damaged'
    throw error
  }
}

function spend(factor: SecondFactor, code: string, now: Date): SecondFactor | null {
  const step = stepOfCode(factor.secret, plainCode(code), now)
  if (step !== null) return step > factor.lastStep ? { ...factor, lastStep: step } : null
  const hash = hashRecoveryCode(code)
  if (!factor.recoveryHashes.includes(hash)) return null
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((other) => other !== hash) }
}

/** @throws DamagedFactorError, which refuses every login; without a check it could ask for no code */
async function readFactor(db: Db): Promise<SecondFactor | null> {
  const json = await readMeta(db, 'second-factor')
  if (json === null) return null
  const factor = SecondFactor.safeParse(parseJson(json))
  if (!factor.success) throw new DamagedFactorError()
  return factor.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws ZodError for a secret that is too short */
async function writeFactor(trx: Trx, factor: SecondFactor): Promise<void> {
  await writeMetaValue(trx, 'second-factor', SecondFactor.parse(factor))
}

const recoveryCodeCount = 8
/** No letters and digits that look alike. 16 of these 29 are 77 bits: too many to guess, so a fast hash is enough. */
const letters = 'abcdefghjkmnpqrstuvwxyz346789'
const lettersPerCode = 16

/** Makes codes such as 'qm3k-7xwd-hc9r-tye4'. */
function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: lettersPerCode }, () => letters.charAt(randomInt(letters.length)))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-')
  )
}

function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('hex')
}

/** Hyphens, spaces, capitals and full-width characters make no difference. */
function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()
}

const digits = 6
const period = 30
/** Codes of the step before and after are valid too: clocks of phones differ, and typing takes time. */
const tolerance = 1
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

/** URI that hands the secret to an authenticator app, which lists it under `host`. */
export function toUri(secret: string, host: string): string {
  return new TOTP({ issuer: 'Doubloon', label: host, secret, digits, period }).toString()
}

/** Returns the time step (RFC 6238, 30 s each) of the code; null if the code is not valid now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // otpauth compares bytes, and throws if six characters have more than six.
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const totp = new TOTP({ secret, digits, period })
  const offset = totp.validate({ token: code, timestamp, window: tolerance })
  return offset === null ? null : TOTP.counter({ period, timestamp }) + offset
}
