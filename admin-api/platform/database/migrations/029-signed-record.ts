import type { Kysely } from 'kysely'
import { isPostgres, runOnEither } from '../dialect.ts'

const tables = [
  `alter table estimate_record add column signed_on text`,
  `create table record_signature (
    number integer primary key not null, day text not null, leaves integer not null, root text not null, previous text,
    signed_at text not null, public_key text not null, hash text not null, signature text not null) strict`,
  `create index record_signature_day on record_signature (day)`,
  `create table record_leaf (
    day text not null, position integer not null, leaf text not null, primary key (day, position)) strict`
]

const reason = 'the signed record is only appended to'
const append = ['record_signature', 'record_leaf']
const sqliteTriggers = append.flatMap((table) =>
  ['update', 'delete'].map(
    (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, '${reason}'); end`
  )
)
const postgresTriggers = append.map(
  (table) => `create trigger ${table}_appended before update or delete on ${table} for each row
    execute function refuse('${reason}')`
)

/** Signed estimates as published, and their signatures. */
export const signedRecord = {
  up: async (db: Kysely<unknown>) => {
    await runOnEither(db, [...tables, ...(isPostgres(db) ? postgresTriggers : sqliteTriggers)])
  }
}
