import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { retention } from '../contract/system.ts'
import { ensureMeta, readMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { shortenAddress } from '../platform/http/client-address.ts'
import type { SessionReader } from '../platform/http/session-guard.ts'
import { deleteOldSessions, findSession, hashToken, insertSession, markSeen } from './accounts.db.ts'

const hour = 60 * 60 * 1000
const longestIdleMs = 2 * hour
/** Limit for busy sessions, too: a leaked token is useless the next day. */
const longestLifeMs = 12 * hour
/** `seen_at` is written at most this often, so a session may end this much earlier. */
const seenEveryMs = 60 * 1000

const tokenBytes = 32
const longestUserAgent = 300

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  db: Db,
  visitor: { ip: string; userAgent: string },
  now: Date
): Promise<string> {
  await cleanUpSessions(db, now)
  const token = randomBytes(tokenBytes).toString('base64url')
  const instant = now.toISOString()
  await insertSession(db, {
    token_hash: hashToken(token),
    created_at: instant,
    seen_at: instant,
    ip_short: shortenAddress(visitor.ip),
    user_agent: visitor.userAgent.slice(0, longestUserAgent)
  })
  return token
}

export async function cleanUpSessions(db: Db, now: Date): Promise<void> {
  await deleteOldSessions(db, oldestAt(now))
}

export function createSessionReader(db: Db, clock: () => Date): SessionReader {
  return async (token) => {
    const now = clock()
    const row = await findSession(db, token)
    const oldest = oldestAt(now)
    if (row === undefined || row.created_at < oldest.createdAt || row.seen_at < oldest.seenAt) return null
    if (now.getTime() - Date.parse(row.seen_at) > seenEveryMs)
      await markSeen(db, row.token_hash, now.toISOString())
    return { userId: 'admin' }
  }
}

function oldestAt(now: Date): { createdAt: string; seenAt: string } {
  return {
    createdAt: new Date(now.getTime() - longestLifeMs).toISOString(),
    seenAt: new Date(now.getTime() - longestIdleMs).toISOString()
  }
}

const idBytes = 16
const keyBytes = 32
export const deviceCookieSeconds = retention.deviceDays * 24 * 60 * 60

/**
 * Makes the cookie by which the throttle recognizes a browser that logged in before: 'id.instant.signature'. It grants
 * no access. The key is in the database, so it survives a restart; a new password makes a new key.
 */
export async function issueDevice(db: Db, known: string | null, now: Date): Promise<string> {
  const signed = `${known ?? randomBytes(idBytes).toString('base64url')}.${secondsOf(now)}`
  const key = await ensureMeta(db, 'device-key', () => randomBytes(keyBytes).toString('base64url'))
  return `${signed}.${sign(signed, key)}`
}

/** Returns the id of a device that logged in within a year; null for anything else. */
export async function readDevice(db: Db, cookie: string | null, now: Date): Promise<string | null> {
  const [id = '', instant = '', signature = ''] = cookie?.split('.') ?? []
  const key = await readMeta(db, 'device-key')
  if (key === null || !isEqual(signature, sign(`${id}.${instant}`, key))) return null
  return secondsOf(now) - Number(instant) <= deviceCookieSeconds ? id : null
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
