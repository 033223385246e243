import type { Kysely } from 'kysely'
import { runOnEither } from '../dialect.ts'

/** Sessions between the close that determines a payment of the family and its ex-date. */
export const addPriceLag = {
  up: (db: Kysely<unknown>) =>
    runOnEither(db, [
      'alter table family add column price_lag integer default 2 not null check (price_lag between 1 and 5)'
    ])
}
