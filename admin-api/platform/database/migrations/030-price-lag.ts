import type { Kysely } from 'kysely'
import { runOnEither } from '../dialect.ts'

/** Sessions from the close that a family's issuer sets a payment by to the ex-date. */
export const addPriceLag = {
  up: (db: Kysely<unknown>) =>
    runOnEither(db, [
      'alter table family add column price_lag integer default 2 not null check (price_lag between 1 and 5)'
    ])
}
