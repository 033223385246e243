import { scryptSync } from 'node:crypto'
import type { Express } from 'express'
import { openSession } from '../accounts/sessions.ts'
import { adminMarker } from '../contract/headers.ts'
import { writeMeta } from '../platform/database/meta.db.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { closeServer, listen } from '../platform/http/listen.ts'

export const operatorPassword = 'pieces of eight, all of them'

/** Saves the operator's password, hashed at a thousandth of the usual cost. */
export async function storePassword(db: Db, password: string): Promise<void> {
  const [N, r, p] = [64, 8, 1]
  const salt = Buffer.from('salt for tests')
  const key = scryptSync(password, salt, 32, { N, r, p })
  const stored = ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
  await writeMeta(db, 'admin-password', stored)
}

/** Saves the password in a database that no server has open, so that starts and logins are fast. */
export async function storeOperatorPassword(location: string, password = operatorPassword): Promise<void> {
  const db = openDatabase(location)
  await storePassword(db, password)
  await db.destroy()
}

/** Sends one request of the signed-in operator to an app that listens nowhere else. */
export async function sendAsOperator(
  { db, app, now }: { db: Db; app: Express; now: Date },
  { method, path, body }: { method: string; path: string; body: unknown }
): Promise<Response> {
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  try {
    const token = await openSession(db, { ip: '192.0.2.7', userAgent: 'simulation' }, now)
    const headers = {
      'content-type': 'application/json',
      cookie: `doubloon-session=${token}`,
      [adminMarker.name]: adminMarker.value
    }
    return await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  } finally {
    await closeServer(server)
  }
}

/** Headers of the operator of a running server. */
export async function logIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword })
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, [adminMarker.name]: adminMarker.value, 'content-type': 'application/json' }
}
