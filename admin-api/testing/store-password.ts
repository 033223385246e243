import { scryptSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'

/** The operator's password, hashed at a thousandth of the usual cost. */
export async function storePassword(db: Kysely<Database>, password: string): Promise<void> {
  const [N, r, p] = [64, 8, 1]
  const salt = Buffer.from('salt for tests')
  const key = scryptSync(password, salt, 32, { N, r, p })
  const stored = ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
  await writeMeta(db, 'admin-password', stored)
}
