import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { retention } from '../contract/system.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

const idBytes = 16
const keyBytes = 32
export const deviceCookieSeconds = retention.deviceDays * 24 * 60 * 60

/**
 * Makes the cookie by which the throttle recognizes a browser that logged in before: 'id.instant.signature'. It grants
 * no access. The key is in the database, so it survives a restart; a new password makes a new key.
 */
export async function issueDevice(db: Kysely<Database>, known: string | null, now: Date): Promise<string> {
  const signed = `${known ?? randomBytes(idBytes).toString('base64url')}.${secondsOf(now)}`
  return `${signed}.${sign(signed, await findOrMakeKey(db))}`
}

/** Returns the id of a device that logged in within a year; null for anything else. */
export async function readDevice(
  db: Kysely<Database>,
  cookie: string | null,
  now: Date
): Promise<string | null> {
  const [id = '', instant = '', signature = ''] = cookie?.split('.') ?? []
  const key = await readMeta(db, 'device-key')
  if (key === null || !isEqual(signature, sign(`${id}.${instant}`, key))) return null
  return secondsOf(now) - Number(instant) <= deviceCookieSeconds ? id : null
}

async function findOrMakeKey(db: Kysely<Database>): Promise<string> {
  return writeTransaction(db, async (trx) => {
    const key = await readMeta(trx, 'device-key')
    if (key !== null) return key
    const made = randomBytes(keyBytes).toString('base64url')
    await writeMeta(trx, 'device-key', made)
    return made
  })
}

function sign(text: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url')
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
