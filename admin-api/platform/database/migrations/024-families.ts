import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/** Families of funds as rows; earlier versions had them in code. The next start fills it from data/families.csv. */
export const families: Migration = {
  up: (db: Kysely<unknown>) =>
    runOnEither(db, [
      `create table family (
        id text not null primary key,
        name text not null,
        setting text not null check (setting in ('rate', 'premium', 'siblings')), rules text not null,
        frequency text not null
          check (frequency in ('weekly', 'twice-a-month', 'every-4-weeks', 'monthly', 'quarterly')),
        pay_lag integer not null check (pay_lag >= 0),
        ex_closed text not null check (ex_closed in ('next', 'previous')),
        announcement_closed text not null check (announcement_closed in ('next', 'stay')),
        payment_slips text not null check (payment_slips in ('previous', 'stay')),
        skips_bank_holidays integer not null check (skips_bank_holidays in (0, 1)),
        top_rate real check (top_rate > 0),
        about text not null,
        place integer not null,
        written_by text default 'data' not null check (written_by in ('data', 'operator'))) strict`
    ])
}
