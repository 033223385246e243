import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** By symbol; `message` says why a fund has no estimate, and is null where it has one. */
export async function findEstimateMessages(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'message', 'method_version']).orderBy('symbol').execute()
}

/** By symbol; null for a fund without an estimate. */
export async function findConfidences(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'weight']).orderBy('symbol').execute()
}
