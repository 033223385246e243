import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { deleteMeta, readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { closeOtherSessions, deleteAllSessions } from './accounts.db.ts'

/** From OWASP's password storage cheat sheet, for 32 MiB: N = 2^15, r = 8, p = 3; takes about 0.2 s. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32
/** Each hash takes 32 MiB and a thread of Node's pool, which files and zlib need too. */
const twoAtATime = pLimit(2)

/** Returns 'scrypt$N$r$p$salt$key', salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** @throws DamagedPasswordError when the stored hash can't be one of ours */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const { salt, key, options } = parseHash(stored)
  return timingSafeEqual(await derive(password, salt, options), key)
}

/** @throws DamagedPasswordError */
function parseHash(stored: string) {
  const [, N, r, p, salt = '', key = ''] = hashPattern.exec(stored) ?? []
  const options = { ...cost, N: Number(N), r: Number(r), p: Number(p) }
  const bytes = { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
  if (bytes.key.length !== keyBytes) throw new DamagedPasswordError()
  return { ...bytes, options }
}

const hashPattern = /^scrypt\$(\d{1,6})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/

class DamagedPasswordError extends Error {
  constructor() {
    super('the stored admin password is damaged: start once with ADMIN_PASSWORD set, which replaces it')
  }
}

const consonants = 'bcdfghjkmnprstvwz'
const vowels = 'aeiou'

/** Makes five pronounceable groups: 17^10 x 5^5 passwords, about 52 bits, without letters that look alike. */
export function makePassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length))
  return Array.from({ length: 5 }, () => pick(consonants) + pick(vowels) + pick(consonants)).join('-')
}

async function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return twoAtATime(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
          error === null ? resolve(key) : reject(error)
        )
      })
  )
}

/**
 * Stores a hash of the configured password; a changed password ends all sessions. Without a configured one, a
 * password is generated at the first start.
 * @param keep stores a generated password for the operator before its hash is stored, so that a kill in between loses
 * nothing: the next start generates another one
 * @returns the generated password, to be shown once; null if none was generated
 */
export async function ensureAdminPassword(
  db: Db,
  configured: string | null,
  keep: (password: string) => Promise<void> = async () => undefined
): Promise<string | null> {
  if (await isCurrent(await readMeta(db, 'admin-password'), configured)) return null
  const made = configured === null ? makePassword() : null
  const hash = await hashPassword(configured ?? made ?? '')
  return writeTransaction(db, async (trx) => {
    // Another process that started at the same time may have done it.
    if (await isCurrent(await readMeta(trx, 'admin-password'), configured)) return null
    if (made !== null) await keep(made)
    await writeMeta(trx, 'admin-password', hash)
    await deleteAllSessions(trx)
    // Devices that logged in with the old password are unknown again.
    await deleteMeta(trx, 'device-key')
    return made
  })
}

/** Replaces the password and ends all sessions except that of `keptToken`. */
export async function replacePassword(db: Db, password: string, keptToken: string): Promise<void> {
  const hash = await hashPassword(password)
  await writeTransaction(db, async (trx) => {
    await writeMeta(trx, 'admin-password', hash)
    await closeOtherSessions(trx, keptToken)
    await deleteMeta(trx, 'device-key')
  })
}

/** File for a generated password that no terminal showed, until the first login. It isn't logged: logs are shared. */
export function passwordFileIn(dataDir: string): string {
  return join(dataDir, 'admin-password')
}

/** Whether nobody has logged in since the password was set: the first login makes the key of device cookies. */
export async function isPasswordUnused(db: Db): Promise<boolean> {
  return (await readMeta(db, 'device-key')) === null
}

/** Only the owner can read the file. */
export async function writePasswordFile(dataDir: string, password: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(passwordFileIn(dataDir), `${password}\n`, { mode: 0o600, flush: true })
}

/** @throws DamagedPasswordError if no password is configured that could replace it */
async function isCurrent(stored: string | null, configured: string | null): Promise<boolean> {
  if (stored === null) return false
  try {
    return configured === null ? parseHash(stored) !== null : await isPassword(configured, stored)
  } catch (error) {
    if (configured !== null && error instanceof DamagedPasswordError) return false
    throw error
  }
}

export async function isAdminPassword(db: Db, password: string): Promise<boolean> {
  const hash = await readMeta(db, 'admin-password')
  return hash !== null && isPassword(password, hash)
}
