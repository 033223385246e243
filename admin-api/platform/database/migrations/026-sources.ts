import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/** The source of each close, and the implied volatility of what the funds write options on. */
export const addSources: Migration = {
  up: (db) =>
    runOnEither(db, [
      `alter table price add column source text`,
      `create table underlying_volatility (
        underlying text not null, date text not null, value real not null check (value > 0), expiry text not null,
        source text not null, primary key (underlying, date)) strict`
    ])
}
