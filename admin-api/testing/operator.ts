import { scryptSync } from 'node:crypto'
import { adminMarker } from '../contract/headers.ts'
import { writeMeta } from '../platform/database/meta.db.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'

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
